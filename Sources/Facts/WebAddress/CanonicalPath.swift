public import ByteText

/// A path in the one spelling by which paths are compared, as the Safe Browsing specification canonicalizes them.
///
/// Escapes are decoded until none is left, dot segments and empty segments are taken out, and a backslash counts as a slash. What an
/// address must not contain plainly is then escaped, in capitals:
///
///     //x%2f../%70rivate/./a%20b   →   /private/a%20b
///
/// It is for comparisons only: a server may distinguish two paths that have the same canonical spelling.
public struct CanonicalPath: Sendable {
    /// The path, which begins with a slash.
    public let text: TextRange
    /// Whether a dot segment was taken out, however it was spelled.
    public let hadDotSegment: Bool
    /// Whether the path is spelled in an unusual way: with dot segments, empty segments, escapes within escapes, or escapes of letters,
    /// digits and `-._~`. Single escapes of other characters are usual.
    public let isDisguised: Bool

    /// Appends the canonical spelling of a path to the arena. Takes time in proportion to the path's length, and no memory but the
    /// arena's.
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
                // Nothing follows the slash at the end of a path.
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

    /// The canonical spelling of a query: decoded until no escape is left, with slashes and dots as they were.
    public static func text(ofQuery query: TextRange, in arena: inout ByteArena) -> TextRange {
        let (decoded, _) = appendDecoded(query, to: &arena)
        let mark = arena.count
        appendEscaped(decoded, to: &arena)
        return arena.piece(from: mark)
    }

    /// Appends a text decoded until no escape is left, in one pass: only the last byte can complete an escape, and the byte that this
    /// means can complete another one.
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

    /// 1 for the segment `.`, 2 for `..`, 0 for others.
    private static func dots(_ segment: Span<UInt8>) -> Int {
        if segment.equals(".") { return 1 }
        return segment.equals("..") ? 2 : 0
    }

    /// Takes the last segment of the path from `mark` on, which ends with a slash, out again. The first slash stays.
    private static func removeSegment(from mark: Int, in arena: inout ByteArena) {
        var end = arena.count - 1
        while end > mark, arena[end - 1] != UInt8(ascii: "/") { end -= 1 }
        arena.truncate(to: max(end, mark + 1))
    }

    /// Appends a copy in which all bytes are escaped that an address can't contain, and those that would divide it.
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
