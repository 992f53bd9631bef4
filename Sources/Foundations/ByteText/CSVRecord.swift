/// One CSV record with its fields unquoted (RFC 4180). The separator depends on the dialect.
///
/// The fields are stored in one buffer that is reused for the next record, so reading into a warm record does not allocate.
/// Lines end in LF or CRLF unless the dialect specifies another ending. Quoted fields may contain line endings.
/// Blanks around quoted fields are skipped.
public struct CSVRecord: Sendable {
    /// The maximum length of a record in bytes.
    public static let longestRecord = 1 << 20

    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The dialect of the records read next.
    public var dialect: CSVDialect

    /// Creates an empty record. Reuse it for each line to keep its memory.
    public init(_ dialect: CSVDialect = CSVDialect()) { self.dialect = dialect }

    /// The number of fields.
    public var count: Int { ends.count }

    /// The bytes of a field.
    public subscript(field: Int) -> Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting((field == 0 ? 0 : ends[field - 1])..<ends[field]) }
    }

    /// A field as a string, with invalid UTF-8 repaired. Allocates.
    public func string(_ field: Int) -> String { String(self[field]) }

    /// Whether the record is an empty line.
    public var isEmpty: Bool { ends.count == 1 && ends[0] == 0 }

    /// Replaces the fields with those read by another parser.
    public mutating func set(_ fields: some Sequence<String>) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for field in fields {
            bytes.append(contentsOf: field.utf8)
            ends.append(bytes.count)
        }
    }

    /// Reads the record that begins at `start`, and returns the start of the next one, or `nil` if the record is incomplete.
    ///
    /// After an error the caller resumes after the next line ending.
    ///
    /// - Parameter isLast: Whether `source` contains the end of the input, which then ends the record.
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

    /// The first non-blank byte at or after `start`. Tabs are not blanks in tab-separated files.
    private func endOfBlanks(_ source: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < source.count, source[index] == 0x20 || source[index] == 0x09 && dialect.separator != 0x09 {
            index += 1
        }
        return index
    }

    /// Reads an unquoted field and returns the index of its separator or line ending, or `nil` if the field is incomplete.
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
                // Tab-separated files rarely quote.
                guard dialect.separator == 0x09 else { throw .quoteInField }
                index += 1
                continue
            }
            if source[index] == dialect.separator || source[index] == dialect.lineEnd { break }
            if source[index] == 0x0A {
                index += 1
                continue
            }
            // A lone carriage return is part of the field.
            guard index + 1 < source.count || isLast else { return nil }
            if index + 1 < source.count, source[index + 1] == 0x0A { break }
            index += 1
        }
        append(source.extracting(start..<index))
        return index
    }

    /// Reads a quoted field, starting after the opening quote.
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
        // Safe: the pointer is read only during the call.
        unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Bytes without special meaning in unquoted fields.
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

/// Writes CSV records. Fields are quoted if necessary, and lines end in LF.
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

/// A syntax error in a CSV record.
public enum CSVFault: Error, Sendable, Equatable {
    /// A quote inside an unquoted field.
    case quoteInField
    /// Text other than a separator or a line ending after a closing quote.
    case textAfterQuote
    /// A quoted field that is not closed before the end of the input or within the longest record.
    case openQuote
    /// A record longer than ``CSVRecord/longestRecord``.
    case tooLong

    /// The error message, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .quoteInField: "a quote is in the middle of a field; quote the whole field and double the quote"
        case .textAfterQuote: "unexpected text between a closing quote and the next separator"
        case .openQuote: "unterminated quoted field"
        case .tooLong: "the line is longer than 1 MB"
        }
    }
}
