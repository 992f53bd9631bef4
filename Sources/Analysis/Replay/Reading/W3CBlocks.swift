import ByteText
import LogFormats

/// Splits blocks of a W3C log where a `#Fields:` line changes the schema of the following lines.
enum W3CBlocks {
    /// The schema of the first lines, and the offset at which they end.
    ///
    /// A header at the start applies to this block; a later one begins another block.
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
