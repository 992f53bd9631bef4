/// The field separator and line ending of a CSV file.
public struct CSVDialect: Sendable, Equatable {
    /// The byte between two fields.
    public var separator = UInt8(ascii: ",")
    /// The byte that ends a line: LF, optionally preceded by CR, or CR alone.
    public var lineEnd: UInt8 = 0x0A

    /// Commas and line feeds (RFC 4180).
    public init() {}

    /// The accepted separators, most common first: comma, semicolon, tab and vertical bar.
    public static let separators: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

    /// A detected dialect and the length of the preamble before the first record.
    public struct Finding: Sendable, Equatable {
        /// The dialect.
        public var dialect: CSVDialect
        /// The length of Excel's `sep=;` line including its line ending, or 0 if there is none.
        public var preamble: Int
    }

    /// Detects the dialect from the first line: the separator that Excel's `sep=;` line declares, or else the one that
    /// occurs most often outside of quotes. Returns `nil` if the first line is incomplete.
    ///
    /// - Parameter isLast: Whether `source` contains the end of the input.
    public static func find(in source: Span<UInt8>, isLast: Bool) -> Finding? {
        var dialect = CSVDialect()
        var counts = [Int](repeating: 0, count: separators.count)
        var isQuoted = false
        var end = 0
        while end < source.count {
            let byte = source[end]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted {
                if byte == 0x0A { break }
                if byte == 0x0D {
                    guard end + 1 < source.count || isLast else { return nil }
                    if end + 1 < source.count, source[end + 1] != 0x0A { dialect.lineEnd = 0x0D }
                    break
                }
                if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
            }
            end += 1
        }
        if end == source.count, !isLast, source.count <= CSVRecord.longestRecord { return nil }
        if let stated = statedSeparator(source.extracting(0..<end)) {
            dialect.separator = stated
            let isPair = end + 1 < source.count && source[end] == 0x0D && source[end + 1] == 0x0A
            return Finding(dialect: dialect, preamble: min(end + (isPair ? 2 : 1), source.count))
        }
        if let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) {
            dialect.separator = separators[index]
        }
        return Finding(dialect: dialect, preamble: 0)
    }

    /// The separator that a `sep=;` line declares, quoted or not; `nil` for any other line.
    private static func statedSeparator(_ line: Span<UInt8>) -> UInt8? {
        var line = line
        if line.count > 2, line[0] == UInt8(ascii: "\""), line[line.count - 1] == UInt8(ascii: "\"") {
            line = line.extracting(1..<(line.count - 1))
        }
        guard line.count == 5, line.extracting(0..<4).equalsIgnoringCase("sep="), separators.contains(line[4]) else {
            return nil
        }
        return line[4]
    }
}
