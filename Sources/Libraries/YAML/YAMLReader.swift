import CYAML

/// Reads a YAML text event by event, using libyaml: nothing is composed and no aliases are resolved. The time is linear
/// in the size of the text, and quadratic in the nesting depth of brackets.
///
///     var reader = try YAMLReader(text)
///     while try reader.next() != .streamEnd { … }
///
/// Owns libyaml's parser and the last event.
@safe public struct YAMLReader: ~Copyable, ~Escapable {
    /// Valid from `init` to `deinit`; the parser contains pointers into itself and must not move.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The last event, or zeros, which need not be freed.
    private let event: UnsafeMutablePointer<yaml_event_t>

    /// Begins reading a UTF-8 text, which is not copied. Throws only if out of memory.
    @_lifetime(copy text)
    public init(_ text: Span<UInt8>) throws(YAMLFault) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        // Safe: both are zeroed before libyaml accesses them, as libyaml itself does. If initialization fails, libyaml
        // has freed its memory, and there is no reader yet whose `deinit` would run.
        unsafe parser.initialize(to: yaml_parser_t())
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw YAMLFault(.memory, "out of memory")
        }
        unsafe self.parser = parser
        unsafe event = .allocate(capacity: 1)
        unsafe event.initialize(to: yaml_event_t())
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        // Safe: the reader can't outlive the text, whose bytes do not move; libyaml only reads them.
        unsafe text.withUnsafeBufferPointer { bytes in
            unsafe yaml_parser_set_input_string(parser, bytes.baseAddress ?? Self.nothing.utf8Start, bytes.count)
        }
    }

    /// libyaml requires a pointer even if there is nothing to read.
    private static let nothing: StaticString = ""

    deinit {
        // Safe: both were created by `init` and are not used afterwards; an empty event may be deleted.
        unsafe yaml_event_delete(event)
        unsafe yaml_parser_delete(parser)
        unsafe event.deallocate()
        unsafe parser.deallocate()
    }

    /// Reads the next event. Must not be called after the end of the stream or after a fault.
    @_lifetime(self: copy self)
    public mutating func next() throws(YAMLFault) -> YAMLEvent {
        // Safe: the event belongs to libyaml, or is zero, and is filled again immediately.
        unsafe yaml_event_delete(event)
        guard unsafe yaml_parser_parse(parser, event) == 1 else { throw fault }
        switch unsafe event.pointee.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT: return .scalar
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT: return .mappingStart
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .streamEnd
        }
    }

    private var fault: YAMLFault {
        // Safe: the texts are literals of libyaml, and the parser is alive.
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? ""
        switch unsafe parser.pointee.error {
        case YAML_MEMORY_ERROR: return YAMLFault(.memory, "out of memory")
        case YAML_READER_ERROR: return unsafe YAMLFault(.character, problem, offset: parser.pointee.problem_offset)
        default:
            let mark = unsafe parser.pointee.problem_mark
            return unsafe YAMLFault(
                .syntax, problem, context: parser.pointee.context.map { unsafe String(cString: $0) },
                line: mark.line + 1, column: mark.column + 1)
        }
    }
}

// MARK: - Event details

extension YAMLReader {
    // Safe: the event lives as long as the reader, and libyaml sets its marks, or they are zero.
    /// The line of the event's start, from 1.
    public var line: Int { unsafe event.pointee.start_mark.line + 1 }
    /// The column of the event's start, from 1, in Unicode scalars.
    public var column: Int { unsafe event.pointee.start_mark.column + 1 }

    /// The value of a scalar, valid until the reader is changed. Precondition: the event is a scalar.
    public var text: Span<UInt8> {
        @_lifetime(borrow self) get {
            precondition(unsafe event.pointee.type == YAML_SCALAR_EVENT)
            let scalar = unsafe event.pointee.data.scalar
            // Safe: libyaml's value has this length, and is valid until the next event is read.
            return unsafe _overrideLifetime(
                Span(_unsafeStart: UnsafePointer(scalar.value), count: scalar.length), borrowing: self)
        }
    }

    /// The style of a scalar. Precondition: the event is a scalar.
    public var style: YAMLScalarStyle {
        precondition(unsafe event.pointee.type == YAML_SCALAR_EVENT)
        // Safe: the type determines which member of the union is set.
        switch unsafe event.pointee.data.scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: return .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: return .literal
        case YAML_FOLDED_SCALAR_STYLE: return .folded
        default: return .plain
        }
    }

    /// The anchor of a scalar, sequence or mapping, or the anchor that an alias refers to; `nil` for any other event.
    public var anchor: String? {
        // Safe: the type determines which member of the union is set; its texts are NUL-terminated.
        switch unsafe event.pointee.type {
        case YAML_ALIAS_EVENT: unsafe Self.string(event.pointee.data.alias.anchor)
        case YAML_SCALAR_EVENT: unsafe Self.string(event.pointee.data.scalar.anchor)
        case YAML_SEQUENCE_START_EVENT: unsafe Self.string(event.pointee.data.sequence_start.anchor)
        case YAML_MAPPING_START_EVENT: unsafe Self.string(event.pointee.data.mapping_start.anchor)
        default: nil
        }
    }

    /// The explicit tag, resolved: `tag:yaml.org,2002:str` for `!!str`. `nil` if there is none.
    public var tag: String? {
        // Safe: the type determines which member of the union is set; its texts are NUL-terminated.
        let tag =
            switch unsafe event.pointee.type {
            case YAML_SCALAR_EVENT: unsafe Self.string(event.pointee.data.scalar.tag)
            case YAML_SEQUENCE_START_EVENT: unsafe Self.string(event.pointee.data.sequence_start.tag)
            case YAML_MAPPING_START_EVENT: unsafe Self.string(event.pointee.data.mapping_start.tag)
            default: String?.none
            }
        return tag == "" ? nil : tag
    }

    /// Safe to call with a text of libyaml, which is NUL-terminated.
    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: UnsafePointer(text))
    }
}

/// The type of an event in a YAML text; ``YAMLReader`` has its details.
public enum YAMLEvent: Sendable {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case alias, scalar
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
}

/// The style of a scalar.
public enum YAMLScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block scalar after `|`.
    case literal
    /// A block scalar after `>`.
    case folded
}
