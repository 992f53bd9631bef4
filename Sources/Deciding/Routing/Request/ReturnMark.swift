public import ByteText
import WebAddress

/// What a link has at its end when it comes back to us: the parameter `_fp`.
///
/// It comes last, so that dropping it gives the link again byte for byte, and looking for it costs a comparison of a few.
public enum ReturnMark {
    /// The name with its `=`, without the separator before it.
    public static let name: StaticString = "_fp="
    /// What follows the name in the fallback of an `intent:`. Anyone may write it: it brings a page, and nothing else.
    static let fallback: StaticString = "page"

    /// Appends a link with the mark of a fallback. Its fragment, which no server sees, is left out.
    static func append(toFallback link: WebAddress, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: link.textWithoutFragment)
        arena.append(separator(after: link.query != nil))
        arena.append(name)
        arena.append(fallback)
        return arena.piece(from: mark)
    }

    /// What comes between a link and the mark.
    public static func separator(after hasQuery: Bool) -> UInt8 { hasQuery ? UInt8(ascii: "&") : UInt8(ascii: "?") }

    /// The link without its mark, where the mark's value has so many bytes; nil where there is none of that length.
    public static func unmarked(
        _ link: TextRange, valueCount: Int, in arena: borrowing ByteArena
    ) -> TextRange? {
        let start = Int(link.count) - valueCount - name.utf8CodeUnitCount - 1
        guard start > 0 else { return nil }
        let bytes = arena[link]
        guard bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "?") else { return nil }
        let found = bytes.extracting((start + 1)..<(start + 1 + name.utf8CodeUnitCount))
        return found.equals(name) ? link[0..<start] : nil
    }

    /// The link without the mark of a fallback; nil where it has none.
    static func withoutFallback(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let count = fallback.utf8CodeUnitCount
        guard let link = unmarked(link, valueCount: count, in: arena) else { return nil }
        let value = TextRange(offset: link.end + 1 + name.utf8CodeUnitCount, count: count)
        return arena[value].equals(fallback) ? link : nil
    }
}
