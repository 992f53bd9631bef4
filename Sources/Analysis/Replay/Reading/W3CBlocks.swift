import ByteText
import LogFormats

/// Cuts blocks of a W3C log where a `#Fields:` line changes the meaning of the lines after it.
enum W3CBlocks {
    /// The schema of the first lines, and where they end.
    ///
    /// A header at the very start applies to this block; a later one begins another.
    static func cut(
        _ bytes: borrowing [UInt8], _ lines: Range<Int>, known: W3CSchema?
    ) -> (schema: W3CSchema?, end: Int) {
        var schema = known
        var start = lines.lowerBound
        var isAtFront = true
        while start < lines.upperBound {
            let end = LineEnd.after(start, in: bytes, before: lines.upperBound) ?? lines.upperBound
            let first = start + LineStart.offset(in: bytes.span.extracting(start..<end))
            if bytes[first] != UInt8(ascii: "#") {
                isAtFront = false
            } else if let header = W3CSchema(header: bytes.span.extracting(first..<end)) {
                guard isAtFront else { return (schema, start) }
                schema = header
            }
            start = end
        }
        return (schema, lines.upperBound)
    }
}
