import ByteText

/// W3C extended log files, including those of CloudFront and IIS: a `#Fields:` line names the fields of the lines after
/// it.
public struct W3CSchema: Sendable {
    private let tabbed: ColumnSchema
    private let spaced: ColumnSchema

    /// Reads a line such as `#Fields: date time cs-method`; nil for any other.
    public init?(header line: Span<UInt8>) {
        guard line.starts(with: "#Fields:") else { return nil }
        let words = String(line).dropFirst(8).split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        guard !words.isEmpty else { return nil }
        let hasOwnHost = words.contains("x-host-header")
        let columns = words.map { word in
            // In CloudFront's log `cs(Host)` is the distribution, and the requested host has its own field.
            hasOwnHost && word == "cs(host)" ? ColumnSchema.Column(.other) : ColumnSchema.Column(Self.role(of: word))
        }
        tabbed = ColumnSchema(columns: columns, minimum: columns.count, separator: 0x09)
        spaced = ColumnSchema(columns: columns, minimum: columns.count, skipsRuns: true)
    }

    func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        let isTabbed = arena[line].firstIndex(of: 0x09) != nil
        try (isTabbed ? tabbed : spaced).read(line, into: &record, &arena, &writer)
    }

    private static func role(of word: String) -> FieldRole {
        switch word {
        case "date": return .date
        case "time": return .timeOfDay
        case "timestamp": return .time
        case "c-ip": return .ip
        case "c-country": return .country
        case "cs-method": return .method
        case "cs-uri-stem": return .path
        case "cs-uri-query": return .query
        case "cs-uri": return .target
        case "sc-status": return .status
        case "cs(host)", "cs-host", "x-host-header": return .host
        case "cs(user-agent)", "cs-user-agent": return .encodedUserAgent
        case "cs(referer)", "cs-referer": return .encodedReferer
        case "sc(location)": return .location
        default: break
        }
        guard word.hasPrefix("cs("), word.hasSuffix(")") else { return .other }
        let name = word.dropFirst(3).dropLast().utf8.map(FieldNames.normalized)
        return FieldNames.meaning(of: name)?.role ?? .other
    }
}
