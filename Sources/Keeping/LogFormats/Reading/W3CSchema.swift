import ByteText

/// W3C extended log files, including those of CloudFront and IIS: a `#Fields:` line names the fields of the following
/// lines.
public struct W3CSchema: Sendable {
    private let tabbed: ColumnSchema
    private let spaced: ColumnSchema
    /// The names of the fields that are not read.
    public let unread: [String]

    /// Parses a line such as `#Fields: date time cs-method`; `nil` for any other.
    public init?(header line: Span<UInt8>) {
        guard line.starts(with: "#Fields:") else { return nil }
        let words = String(line).dropFirst(8).split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else { return nil }
        let meanings = words.map(Self.meaning)
        // In CloudFront's log `cs(Host)` is the distribution, and the requested host has its own field.
        var best: [FieldRole: Int] = [:]
        for meaning in meanings.compactMap(\.self) {
            best[meaning.role] = min(best[meaning.role] ?? .max, meaning.rank)
        }
        let columns = meanings.map { meaning in
            ColumnSchema.Column(meaning.flatMap { best[$0.role] == $0.rank ? $0.role : nil } ?? .other, .value)
        }
        unread = zip(words, columns).filter { $1.role == .other }.map(\.0)
        tabbed = ColumnSchema(columns: columns, minimum: columns.count, separator: 0x09, rest: .reported)
        spaced = ColumnSchema(columns: columns, minimum: columns.count, skipsRuns: true, rest: .refused)
    }

    func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        let isTabbed = arena[line].firstIndex(of: 0x09) != nil
        try (isTabbed ? tabbed : spaced).read(line, into: &record, &arena, &writer)
    }

    /// The meaning of a field, by its own name or by that of its header field.
    private static func meaning(of word: String) -> FieldNames.Meaning? {
        let name = word.utf8.map(FieldNames.normalized)
        if let meaning = FieldNames.meaning(of: name) { return meaning }
        guard name.starts(with: "cs(".utf8), name.last == UInt8(ascii: ")") else { return nil }
        return FieldNames.meaning(of: Array(name.dropFirst(3).dropLast()))
    }
}
