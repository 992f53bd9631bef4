/// A strict JSON parser (RFC 8259): one value, followed by whitespace only.
///
/// A leading UTF-8 byte order mark is skipped, as section 8.1 permits; Windows editors and shells write one.
/// Beyond the grammar, it rejects invalid UTF-8, lone surrogates, duplicate names in an object, and nesting deeper than
/// ``deepestNesting``, all of which other parsers may interpret differently.
struct JSONReader: ~Escapable {
    private let bytes: Span<UInt8>
    private var position = 0
    private var depth = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFault) -> JSONValue {
        switch TextEncoding(of: bytes) {
        case .utf8: position = bytes.textStart
        case .utf16: throw fault("UTF-8, but this is UTF-16; convert it with iconv -f UTF-16 -t UTF-8")
        case .utf32: throw fault("UTF-8, but this is UTF-32; convert it with iconv -f UTF-32 -t UTF-8")
        }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw fault("UTF-8", at: error.byteOffsets.lowerBound)
        }
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw fault("the end of the text after the value") }
        return value
    }
}

extension JSONValue {
    /// The maximum nesting depth of arrays and objects.
    public static let deepestNesting = 64

    /// Parses a JSON text.
    public init(parsing bytes: Span<UInt8>) throws(JSONFault) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }

    /// Parses a JSON text.
    public init(parsing text: String) throws(JSONFault) {
        try self.init(parsing: Array(text.utf8).span)
    }
}

// MARK: - Values

extension JSONReader {
    private mutating func value() throws(JSONFault) -> JSONValue {
        guard let byte = peek else { throw fault("a value") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONFault) in .object(try reader.object()) }
        case UInt8(ascii: "["): return try nested { reader throws(JSONFault) in .array(try reader.array()) }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw fault("a value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONFault) -> JSONValue
    ) throws(JSONFault) -> JSONValue {
        guard depth < JSONValue.deepestNesting else { throw fault("at most 64 levels of nesting") }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        guard bytes.extracting(position..<bytes.count).starts(with: word) else { throw fault("a value") }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func array() throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        position += 1
        skipSpace()
        if consume(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value())
            skipSpace()
            if consume(UInt8(ascii: "]")) { return elements }
            guard consume(UInt8(ascii: ",")) else { throw fault("a comma or ]") }
            skipSpace()
        }
    }

    private mutating func object() throws(JSONFault) -> JSONObject {
        var object = JSONObject()
        position += 1
        skipSpace()
        if consume(UInt8(ascii: "}")) { return object }
        while true {
            let start = position
            guard peek == UInt8(ascii: "\"") else { throw fault("a name in double quotes") }
            let name = try string()
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw fault("a colon") }
            skipSpace()
            guard object.append(name, try value()) else {
                throw fault("a name that is not already in this object", at: start)
            }
            skipSpace()
            if consume(UInt8(ascii: "}")) { return object }
            guard consume(UInt8(ascii: ",")) else { throw fault("a comma or }") }
            skipSpace()
        }
    }
}

// MARK: - Numbers and strings

extension JSONReader {
    private mutating func number() throws(JSONFault) -> JSONNumber {
        let start = position
        _ = consume(UInt8(ascii: "-"))
        if !consume(UInt8(ascii: "0")) { try digits() }
        if consume(UInt8(ascii: ".")) { try digits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try digits()
        }
        if let next = peek, next.isAlphanumeric || next == UInt8(ascii: ".") {
            throw fault("the end of the number")
        }
        return JSONNumber(checked: String(bytes.extracting(start..<position)))
    }

    private mutating func digits() throws(JSONFault) {
        let start = position
        while let byte = peek, byte.isDigit { position += 1 }
        guard position > start else { throw fault("a digit") }
    }

    private mutating func string() throws(JSONFault) -> String {
        position += 1
        let start = position
        skipPlain()
        if peek == UInt8(ascii: "\"") {
            position += 1
            return String(bytes.extracting(start..<position - 1))
        }
        var text: [UInt8] = []
        var runStart = start
        while true {
            for index in runStart..<position { text.append(bytes[index]) }
            switch peek {
            case UInt8(ascii: "\""):
                position += 1
                return String(text.span)
            case UInt8(ascii: "\\"): try escape(&text)
            case nil: throw fault("a closing double quote")
            default: throw fault("no control character inside a string; write it as \\u00XX")
            }
            runStart = position
            skipPlain()
        }
    }

    private mutating func escape(_ text: inout [UInt8]) throws(JSONFault) {
        let start = position
        position += 1
        guard let byte = peek else { throw fault("an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            text.append(byte.backslashControl ?? byte)
        case UInt8(ascii: "u"): text.append(contentsOf: try unicodeEscape(from: start).utf8)
        default: throw fault("one of \" \\ / b f n r t u after the backslash", at: start + 1)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONFault) -> Character {
        guard let escape = UnicodeEscape(bytes, at: start) else {
            while let byte = peek, byte.isHexDigit { position += 1 }
            throw fault("four hexadecimal digits")
        }
        guard let scalar = escape.scalar else { throw fault("a complete surrogate pair", at: start) }
        position = escape.end
        return Character(scalar)
    }
}

// MARK: - Bytes

extension JSONReader {
    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips unescaped characters of a string.
    private mutating func skipPlain() {
        while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    }

    private func fault(_ expected: StaticString, at offset: Int? = nil) -> JSONFault {
        JSONFault(expected, at: offset ?? position, in: bytes)
    }
}
