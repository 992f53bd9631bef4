public import ByteText

/// A path in canonical form for comparisons, according to the Safe Browsing specification.
///
/// Escapes are decoded repeatedly until none is left, dot segments and empty segments are removed, and backslashes count as
/// slashes. Bytes that are invalid in an address are then escaped, in upper case:
///
///     //x%2f../%70rivate/./a%20b   →   /private/a%20b
///
/// For comparisons only: a server may distinguish two paths with the same canonical form.
public struct CanonicalPath: Sendable {
    /// The path, beginning with a slash.
    public let text: TextRange
    /// Whether a dot segment was removed, in any spelling.
    public let hadDotSegment: Bool
    /// Whether the path is spelled in an unusual way: with dot segments, empty segments, nested escapes, or escapes of letters,
    /// digits and `-._~`. Single escapes of other characters are common.
    public let isDisguised: Bool

    /// Appends the canonical form of a path to the arena. Takes time proportional to the path's length, and does not
    /// allocate outside of the arena.
    public init(of path: TextRange, in arena: inout ByteArena) {
        let (decoded, hasOddEscape) = Self.appendDecoded(path, to: &arena)
        let mark = arena.count
        arena.append(UInt8(ascii: "/"))
        var (hadDotSegment, hadEmptySegment) = (false, false)
        var start = decoded.start
        if start < decoded.end, Self.isSlash(arena[start]) { start += 1 }
        while start < decoded.end {
            var end = start
            while end < decoded.end, !Self.isSlash(arena[end]) { end += 1 }
            let segment = TextRange(offset: start, count: end - start)
            switch Self.dots(arena[segment]) {
            case 1: hadDotSegment = true
            case 2:
                hadDotSegment = true
                Self.removeSegment(from: mark, in: &arena)
            default:
                // The trailing slash of a path is followed by nothing.
                if segment.isEmpty { hadEmptySegment = true }
                Self.appendEscaped(segment, to: &arena)
                if end < decoded.end, !segment.isEmpty { arena.append(UInt8(ascii: "/")) }
            }
            start = end + 1
        }
        text = arena.piece(from: mark)
        self.hadDotSegment = hadDotSegment
        isDisguised = hadDotSegment || hadEmptySegment || hasOddEscape
    }

    /// The canonical form of a query: decoded repeatedly until no escape is left, with slashes and dots unchanged.
    public static func text(ofQuery query: TextRange, in arena: inout ByteArena) -> TextRange {
        let (decoded, _) = appendDecoded(query, to: &arena)
        let mark = arena.count
        appendEscaped(decoded, to: &arena)
        return arena.piece(from: mark)
    }

    /// Appends a text decoded repeatedly until no escape is left, in one pass: only the last byte can complete an escape, and the
    /// byte decoded from it can complete another one.
    package static func appendDecoded(
        _ text: TextRange, to arena: inout ByteArena
    ) -> (text: TextRange, hasOddEscape: Bool) {
        let mark = arena.count
        var (written, decoded) = (0, 0)
        var hasOddEscape = false
        for index in text.indices {
            arena.append(arena[index])
            if arena[index] == UInt8(ascii: "%") { written += 1 }
            while arena.count - mark >= 3, let byte = arena.bytes.percentEscape(at: arena.count - 3) {
                arena.truncate(to: arena.count - 3)
                arena.append(byte)
                decoded += 1
                if byte.isUnreserved { hasOddEscape = true }
            }
        }
        return (arena.piece(from: mark), hasOddEscape || decoded > written)
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// 1 for the segment `.`, 2 for `..`, 0 for any other.
    private static func dots(_ segment: Span<UInt8>) -> Int {
        if segment.equals(".") { return 1 }
        return segment.equals("..") ? 2 : 0
    }

    /// Removes the last segment, which ends with a slash, of the path from `mark` on. Keeps the first slash.
    private static func removeSegment(from mark: Int, in arena: inout ByteArena) {
        var end = arena.count - 1
        while end > mark, arena[end - 1] != UInt8(ascii: "/") { end -= 1 }
        arena.truncate(to: max(end, mark + 1))
    }

    /// Appends a copy with all bytes escaped that are invalid in an address or would delimit its parts.
    private static func appendEscaped(_ text: TextRange, to arena: inout ByteArena) {
        for index in text.indices {
            let byte = arena[index]
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#"), byte != UInt8(ascii: "%") {
                arena.append(byte)
            } else {
                arena.append(UInt8(ascii: "%"))
                arena.append(UInt8.hexDigit(byte >> 4))
                arena.append(UInt8.hexDigit(byte & 15))
            }
        }
    }
}
