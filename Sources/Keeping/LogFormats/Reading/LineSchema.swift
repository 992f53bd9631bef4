public import ByteText
public import Routing

/// A format prepared for reading lines, with the properties of one log.
public enum LineSchema: Sendable {
    case columns(ColumnSchema)
    case haproxy(HAProxySchema)
    case pattern(PatternSchema)
    /// `nil` before the line that names the fields.
    case w3c(W3CSchema?)
    case json
    case decisions
    indirect case wrapped(LineWrapper, LineSchema)

    /// Prepares a format. Throws for a pattern or captured names that can't be used.
    public init(_ format: LogFormat) throws(LogFormatFault) {
        switch format {
        case .combined: self = .columns(.combined)
        case .virtualHostCombined: self = .columns(.virtualHostCombined)
        case .common: self = .columns(.common)
        case .virtualHostCommon: self = .columns(.virtualHostCommon)
        case .alb: self = .columns(.alb)
        case .elb: self = .columns(.elb)
        case .s3: self = .columns(.s3)
        case .haproxy(let captured): self = .haproxy(HAProxySchema(captured: captured))
        case .json, .logpush: self = .json
        case .w3c: self = .w3c(nil)
        case .decisions: self = .decisions
        case .pattern(let pattern): self = .pattern(try PatternSchema(pattern))
        case .wrapped(let wrapper, let format): self = .wrapped(wrapper, try LineSchema(format))
        }
    }

    /// The schema for lines with several separators between columns; `nil` if the format has no columns.
    var skippingRuns: LineSchema? {
        switch self {
        case .columns(var columns):
            columns.skipsRuns = true
            return .columns(columns)
        case .wrapped(let wrapper, let inner): return inner.skippingRuns.map { .wrapped(wrapper, $0) }
        default: return nil
        }
    }

    /// The schema that also reads lines with just the columns of a shorter format.
    func orEnding(as shorter: LineSchema) -> LineSchema {
        guard case .columns(var columns) = self, case .columns(let least) = shorter else { return self }
        columns.shorterCount = least.columns.count
        return .columns(columns)
    }

    /// Whether lines of the log define how later lines are read, so that blocks can't be read independently.
    public var isStateful: Bool {
        if case .w3c = self { true } else { false }
    }
}

/// Reads lines in any schema. Each worker has its own.
public struct LogLineReader {
    private var writer = RecordWriter()
    private var choice = FieldChoice()
    private var json = JSONLineReader()

    /// A reader with buffers of its own.
    public init() {}

    /// Whether the last line has other columns than its format: fewer at the end, or more.
    public var isIrregular: Bool { writer.findings.isShort || writer.findings.rest != nil }

    /// Whether the last line lacks columns at its end.
    public var isShort: Bool { writer.findings.isShort }

    /// The end of the last line that was not read.
    public var rest: TextRange? { writer.findings.rest }

    /// Reads a line into the record and, from a decision log, also into the request. Returns the reason if it is not a
    /// click; `nil` if it is one.
    public mutating func read(
        _ line: TextRange, by schema: borrowing LineSchema, into record: inout LogRecord,
        _ request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(LineFault) -> Bypass? {
        writer.begin()
        switch schema {
        case .columns(let columns): try columns.read(line, into: &record, &arena, &writer)
        case .haproxy(let haproxy): try haproxy.read(line, into: &record, &arena, &writer)
        case .pattern(let pattern): try pattern.read(line, into: &record, &arena, &writer, &choice)
        case .w3c(let header?): try header.read(line, into: &record, &arena, &writer)
        case .w3c(nil): throw .shape
        case .json: try json.read(line, into: &record, &arena, &writer)
        case .decisions: return try DecisionLineReader.read(line, into: &record, &request, &arena)
        case .wrapped(let wrapper, let inner):
            return try read(line, in: wrapper, by: inner, into: &record, &request, &arena)
        }
        return try writer.end(&record, &arena)
    }

    /// Reads the line inside a collector's record. Only the time of the record itself is used.
    private mutating func read(
        _ line: TextRange, in wrapper: LineWrapper, by schema: LineSchema, into record: inout LogRecord,
        _ request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(LineFault) -> Bypass? {
        var text: TextRange
        var time: Int64?
        if wrapper == .docker {
            var outer = LogRecord()
            try json.read(line, into: &outer, &arena, &writer)
            guard let wrapped = writer.findings.wrapped else { throw .noTarget }
            (text, time) = (wrapped, outer.time)
        } else {
            guard let start = wrapper.start(of: arena[line]) else { throw .shape }
            text = line[start..<Int(line.count)]
        }
        while text.count > 0, arena[text.end - 1] == 0x0A || arena[text.end - 1] == 0x0D { text.count -= 1 }
        guard !text.isEmpty else { throw .shape }
        let bypass = try read(text, by: schema, into: &record, &request, &arena)
        record.time = record.time ?? time
        return bypass
    }
}
