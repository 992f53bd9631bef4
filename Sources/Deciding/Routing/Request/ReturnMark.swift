public import ByteText
import WebAddress

/// The mark at the end of a link that returns to us: the parameter `_fp`.
///
/// It is the last parameter, so that removing it restores the link byte for byte, and finding it compares only a few
/// bytes.
public enum ReturnMark {
    /// The name with its `=`, without the preceding separator.
    public static let name: StaticString = "_fp="
    /// The mark's value in the fallback of an `intent:` URI. Anyone may write it: it only leads to a page.
    static let fallback: StaticString = "page"

    /// The end of an `intent:` URI whose fallback is the marked link.
    public static let endOfIntent: StaticString = "_fp%3Dpage;end"

    /// Appends a link, which has no fragment, with the fallback mark.
    public static func append(toFallback link: TextRange, in arena: inout ByteArena) -> TextRange {
        let hasQuery = arena[link].firstIndex(of: UInt8(ascii: "?")) != nil
        return append(toFallback: link, hasQuery: hasQuery, in: &arena)
    }

    /// Appends a link with the fallback mark. Its fragment, which servers never receive, is left out.
    static func append(toFallback link: WebAddress, in arena: inout ByteArena) -> TextRange {
        append(toFallback: link.textWithoutFragment, hasQuery: link.query != nil, in: &arena)
    }

    private static func append(
        toFallback link: TextRange, hasQuery: Bool, in arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: link)
        arena.append(separator(after: hasQuery))
        arena.append(name)
        arena.append(fallback)
        return arena.piece(from: mark)
    }

    /// The separator between a link and the mark.
    public static func separator(after hasQuery: Bool) -> UInt8 { hasQuery ? UInt8(ascii: "&") : UInt8(ascii: "?") }

    /// The link without its mark, if the mark's value has the given length in bytes; otherwise `nil`.
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

    /// The link without the fallback mark; `nil` if it has none.
    static func withoutFallback(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let count = fallback.utf8CodeUnitCount
        guard let link = unmarked(link, valueCount: count, in: arena) else { return nil }
        let value = TextRange(offset: link.end + 1 + name.utf8CodeUnitCount, count: count)
        return arena[value].equals(fallback) ? link : nil
    }
}
