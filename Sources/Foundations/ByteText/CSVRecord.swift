/// One record of comma-separated values, its fields unquoted (RFC 4180), or of values with another separator.
///
/// The fields lie in one buffer that the next record uses again: reading a warm record does not allocate. Lines end in a line
/// feed, with or without a carriage return before it, unless the dialect has another end; quoted fields may hold line ends.
/// Blanks around the quotes of a field are skipped.
public struct CSVRecord: Sendable {
    /// The longest record that is read, in bytes.
    public static let longestRecord = 1 << 20

    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The dialect of the lines that are read next.
    public var dialect: CSVDialect

    /// An empty record. Reused for each line, it keeps its memory.
    public init(_ dialect: CSVDialect = CSVDialect()) { self.dialect = dialect }

    /// How many fields there are.
    public var count: Int { ends.count }

    /// A field's bytes.
    public subscript(field: Int) -> Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting((field == 0 ? 0 : ends[field - 1])..<ends[field]) }
    }

    /// A field as a string, repaired where it is not UTF-8. Allocates.
    public func string(_ field: Int) -> String { String(self[field]) }

    /// Whether the record is an empty line.
    public var isEmpty: Bool { ends.count == 1 && ends[0] == 0 }

    /// Takes fields that something else has read.
    public mutating func set(_ fields: some Sequence<String>) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for field in fields {
            bytes.append(contentsOf: field.utf8)
            ends.append(bytes.count)
        }
    }

    /// Reads the record that begins at `start`, and returns where the next one does; nil where its end has not arrived yet.
    ///
    /// After a fault the caller continues after the next line end.
    ///
    /// - Parameter isLast: Whether nothing follows `source`, so that its end ends the record.
    public mutating func read(
        _ source: Span<UInt8>, from start: Int, isLast: Bool
    ) throws(CSVFault) -> Int? {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var index = start
        while true {
            let first = endOfBlanks(source, from: index)
            let isQuoted = first < source.count && source[first] == UInt8(ascii: "\"")
            let end =
                isQuoted ? try readQuoted(source, from: first + 1, isLast) : try readPlain(source, from: index, isLast)
            guard let end else {
                if source.count - start > Self.longestRecord { throw isQuoted ? .openQuote : .tooLong }
                return nil
            }
            ends.append(bytes.count)
            guard end < source.count else { return end }
            guard source[end] == dialect.separator else {
                return end + (source[end] == 0x0D && dialect.lineEnd == 0x0A ? 2 : 1)
            }
            index = end + 1
        }
    }

    /// The first byte after `start` that is no blank; tabs are none where they separate.
    private func endOfBlanks(_ source: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < source.count, source[index] == 0x20 || source[index] == 0x09 && dialect.separator != 0x09 {
            index += 1
        }
        return index
    }

    /// Reads a field without quotes and returns where its separator or line end is. Returns `nil` if that has not arrived yet.
    private mutating func readPlain(
        _ source: Span<UInt8>, from start: Int, _ isLast: Bool
    ) throws(CSVFault) -> Int? {
        var index = start
        while true {
            index = source.endOfRun(of: plain, from: index)
            guard index < source.count else {
                guard isLast else { return nil }
                break
            }
            if source[index] == UInt8(ascii: "\"") {
                // Where tabs separate, most programs quote nothing.
                guard dialect.separator == 0x09 else { throw .quoteInField }
                index += 1
                continue
            }
            if source[index] == dialect.separator || source[index] == dialect.lineEnd { break }
            if source[index] == 0x0A {
                index += 1
                continue
            }
            // A carriage return on its own is the field's.
            guard index + 1 < source.count || isLast else { return nil }
            if index + 1 < source.count, source[index + 1] == 0x0A { break }
            index += 1
        }
        append(source.extracting(start..<index))
        return index
    }

    /// Reads a field from after its opening quote.
    private mutating func readQuoted(
        _ source: Span<UInt8>, from start: Int, _ isLast: Bool
    ) throws(CSVFault) -> Int? {
        var index = start
        while true {
            guard let quote = source.firstIndex(of: UInt8(ascii: "\""), from: index) else {
                if isLast { throw .openQuote }
                return nil
            }
            append(source.extracting(index..<quote))
            guard quote + 1 < source.count else { return isLast ? quote + 1 : nil }
            guard source[quote + 1] != UInt8(ascii: "\"") else {
                bytes.append(UInt8(ascii: "\""))
                index = quote + 2
                continue
            }
            let end = endOfBlanks(source, from: quote + 1)
            guard end < source.count else { return isLast ? end : nil }
            if source[end] == dialect.separator || source[end] == dialect.lineEnd { return end }
            guard source[end] == 0x0D else { throw .textAfterQuote }
            guard end + 1 < source.count || isLast else { return nil }
            guard end + 1 < source.count, source[end + 1] == 0x0A else { throw .textAfterQuote }
            return end
        }
    }

    private mutating func append(_ piece: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Bytes that mean themselves outside of quotes.
    private var plain: ByteSet {
        switch dialect.separator {
        case UInt8(ascii: ";"): Self.plainWithSemicolons
        case 0x09: Self.plainWithTabs
        case UInt8(ascii: "|"): Self.plainWithBars
        default: Self.plainWithCommas
        }
    }

    private static let plainWithCommas = plain(UInt8(ascii: ","))
    private static let plainWithSemicolons = plain(UInt8(ascii: ";"))
    private static let plainWithTabs = plain(0x09)
    private static let plainWithBars = plain(UInt8(ascii: "|"))

    private static func plain(_ separator: UInt8) -> ByteSet {
        ByteSet { $0 != separator && $0 != UInt8(ascii: "\"") && $0 != 0x0A && $0 != 0x0D }
    }
}

/// Writes records of comma-separated values: a field is quoted where it must be, and lines end in a line feed.
public enum CSVWriter {
    /// Appends a record.
    public static func append(_ fields: some Sequence<String>, to output: inout [UInt8]) {
        var isFirst = true
        for field in fields {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            append(field, to: &output)
            isFirst = false
        }
        output.append(0x0A)
    }

    private static func append(_ field: String, to output: inout [UInt8]) {
        guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
            output.append(contentsOf: field.utf8)
            return
        }
        output.append(0x22)
        for byte in field.utf8 {
            if byte == 0x22 { output.append(0x22) }
            output.append(byte)
        }
        output.append(0x22)
    }
}
