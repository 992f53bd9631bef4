import ByteText

/// The status line and fields of a response, as parsed by a client (RFC 9112, sections 4 and 5).
public struct ResponseHead: Sendable, Equatable {
    /// A field, with its name as sent.
    public struct Field: Sendable, Equatable {
        /// A token, in the sender's case.
        public var name: String
        /// The value without surrounding blanks; invalid UTF-8 is replaced.
        public var value: String
    }

    /// The status code.
    public var status: Int
    /// All fields, in message order.
    public var fields: [Field]
    /// Whether the version is HTTP/1.0.
    var isOld: Bool

    /// The values of a field, by its lowercase name.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of a field, by its lowercase name. Values of repeated fields are joined with commas (RFC 9110, section
    /// 5.2).
    public subscript(name: String) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension ResponseHead {
    /// Parses the lines of a head, without the final empty line.
    init(parsing bytes: ArraySlice<UInt8>, limits: ResponseReader.Limits) throws(ResponseFault) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for index in lines.indices {
            // Every line ends with CRLF; the last line's CRLF is outside the slice.
            if index < lines.count - 1 {
                guard lines[index].last == 0x0D else { throw ResponseFault("a line does not end with CRLF") }
                lines[index].removeLast()
            }
            guard !lines[index].contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                throw ResponseFault("a control character in the head")
            }
        }
        (status, isOld) = try Self.statusLine(lines[0])
        fields = []
        guard lines.count - 1 <= limits.fields else { throw ResponseFault("more than \(limits.fields) fields") }
        for line in lines.dropFirst() { fields.append(try Self.field(line)) }
    }

    /// `HTTP/1.1 200 OK`; the reason phrase may be missing.
    private static func statusLine(_ line: ArraySlice<UInt8>) throws(ResponseFault) -> (status: Int, isOld: Bool) {
        let text = String(decoding: line, as: UTF8.self)
        let digits = line.dropFirst(9).prefix(3)
        guard text.hasPrefix("HTTP/1.1 ") || text.hasPrefix("HTTP/1.0 "), digits.count == 3,
            digits.allSatisfy({ (0x30...0x39).contains($0) }), line.count == 12 || line.dropFirst(12).first == 0x20
        else { throw ResponseFault("not an HTTP/1.1 status line") }
        let status = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        guard status >= 100 else { throw ResponseFault("\(status) is not a status code") }
        return (status, text.hasPrefix("HTTP/1.0"))
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(ResponseFault) -> Field {
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex, line[..<colon].allSatisfy(\.isToken)
        else { throw ResponseFault("a malformed field line") }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        return Field(
            name: String(decoding: line[..<colon], as: UTF8.self),
            value: String(decoding: value[..<end], as: UTF8.self))
    }
}

/// Complete field lines that are written unchanged. Does not allocate once warm.
struct FieldLines: ~Copyable {
    private var buffer = ByteBuffer(capacity: 256)

    mutating func removeAll() { buffer.removeAll() }

    /// Adds a line. The value must not contain control characters.
    mutating func append(_ name: StaticString, _ value: Span<UInt8>) {
        precondition(!value.hasControl, "a field value contains a control character")
        buffer.append(name)
        buffer.append(0x3A, 0x20)
        buffer.append(value)
        buffer.append(0x0D, 0x0A)
    }

    /// Adds complete lines.
    mutating func append(_ lines: Span<UInt8>) { buffer.append(lines) }

    func append(to other: inout ByteBuffer) { other.append(buffer.bytes) }
}
