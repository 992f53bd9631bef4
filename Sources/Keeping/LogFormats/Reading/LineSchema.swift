public import ByteText
public import Routing

/// A format that is ready to read lines: what is known of one log.
public enum LineSchema: Sendable {
    case columns(ColumnSchema)
    case haproxy(HAProxySchema)
    case pattern(PatternSchema)
    /// Nil before the line that names the fields.
    case w3c(W3CSchema?)
    case json
    case decisions

    /// Prepares a format. Throws for a pattern or captured names that can't be used.
    public init(_ format: LogFormat) throws(LogFormatFault) {
        switch format {
        case .combined: self = .columns(.combined)
        case .virtualHostCombined: self = .columns(.virtualHostCombined)
        case .common: self = .columns(.common)
        case .alb: self = .columns(.alb)
        case .elb: self = .columns(.elb)
        case .s3: self = .columns(.s3)
        case .haproxy(let captured): self = .haproxy(HAProxySchema(captured: captured))
        case .json, .logpush: self = .json
        case .w3c: self = .w3c(nil)
        case .decisions: self = .decisions
        case .pattern(let pattern): self = .pattern(try PatternSchema(pattern))
        }
    }

    /// Whether lines of the log define how later lines are read, so that blocks can't be read independently.
    public var isStateful: Bool {
        if case .w3c = self { true } else { false }
    }
}

/// Reads lines in any schema. A worker owns one.
public struct LogLineReader {
    private var writer = RecordWriter()
    private var choice = FieldChoice()
    private var json = JSONLineReader()

    /// A reader with buffers of its own.
    public init() {}

    /// Reads a line into the record and, from a decision log, into the request too. Returns why it is not a click, or
    /// nil.
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
        }
        return try writer.end(&record, &arena)
    }
}
