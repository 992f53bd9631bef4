import LogFormats
import ByteText

/// Cuts blocks of a W3C log where a line `#Fields:` changes what the lines behind it mean.
enum W3CBlocks {
    /// The schema of the lines at the front, and where they end.
    ///
    /// A header at the very front counts for this block; one further on begins another.
    static func cut(
        _ bytes: borrowing [UInt8], _ lines: Range<Int>, known: W3CSchema?
    ) -> (schema: W3CSchema?, end: Int) {
        var schema = known
        var start = lines.lowerBound
        var isAtFront = true
        while start < lines.upperBound {
            let end = LineEnd.after(start, in: bytes, before: lines.upperBound) ?? lines.upperBound
            if bytes[start] != UInt8(ascii: "#") {
                isAtFront = false
            } else if let header = W3CSchema(header: bytes.span.extracting(start..<end)) {
                guard isAtFront else { return (schema, start) }
                schema = header
            }
            start = end
        }
        return (schema, lines.upperBound)
    }
}
