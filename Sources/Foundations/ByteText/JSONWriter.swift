/// Appends compact JSON to a byte buffer.
///
///     JSONWriter.append(to: &response) { json in
///         json.beginObject()
///         json.member("decision", "app_open")
///         json.member("target", address.text, in: arena)
///         json.endObject()
///     }
///
/// The only allocation is the growth of the buffer. Commas are inserted automatically. The caller must alternate names
/// and values and close every container, which debug builds verify. Strings may contain arbitrary client input: control
/// characters are escaped, and invalid UTF-8 is replaced with U+FFFD.
public struct JSONWriter: ~Copyable {
    @usableFromInline var output: [UInt8]
    /// Whether the next name or value must be preceded by a comma.
    @usableFromInline var needsComma = false
    @usableFromInline var depth = 0

    /// Takes ownership of a buffer; ``finish()`` returns it.
    @inlinable
    public init(_ output: consuming [UInt8]) {
        self.output = output
    }

    /// Returns the buffer with the JSON appended.
    @inlinable
    public consuming func finish() -> [UInt8] {
        assert(depth == 0, "a container is still open")
        return output
    }

    /// Calls a closure with a writer that appends to a buffer.
    @inlinable
    public static func append<Failure: Error>(
        to output: inout [UInt8], _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var buffer: [UInt8] = []
        swap(&buffer, &output)
        var writer = JSONWriter(buffer)
        buffer = []
        defer { swap(&output, &writer.output) }
        try body(&writer)
        assert(writer.depth == 0, "a container is still open")
    }

    /// Opens an object, followed by alternating names and values.
    @inlinable
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes the innermost object.
    @inlinable
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array, followed by its elements.
    @inlinable
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes the innermost array.
    @inlinable
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the name of the next member, which must not need escaping.
    @inlinable
    public mutating func name(_ name: StaticString) {
        // Safe: the buffer is read only during the call.
        name.withUTF8Buffer { unsafe append(quoted: $0, isName: true) }
    }

    /// Writes the name of the next member.
    public mutating func name(_ name: Span<UInt8>) {
        string(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of the next member.
    public mutating func name(_ name: String) {
        string(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }
}

// MARK: - Values

extension JSONWriter {
    /// Writes `null`.
    @inlinable
    public mutating func null() { bare("null") }

    /// Writes a Boolean.
    @inlinable
    public mutating func bool(_ value: Bool) { bare(value ? "true" : "false") }

    /// Writes a decimal integer.
    @inlinable
    public mutating func int(_ value: Int) {
        separate()
        if value < 0 { output.append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(value.magnitude))
    }

    /// Writes an unsigned decimal integer. Parsers that represent numbers as doubles are exact only up to 2⁵³.
    @inlinable
    public mutating func int(_ value: UInt64) {
        separate()
        append(digitsOf: value)
    }

    /// Writes a double; `null` for NaN and infinities, which JSON does not support. May allocate.
    public mutating func double(_ value: Double) {
        separate()
        output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    }

    /// Writes a number in its original notation.
    public mutating func number(_ value: JSONNumber) {
        separate()
        output.append(contentsOf: value.text.utf8)
    }

    /// Writes a string from untrusted bytes.
    public mutating func string(_ value: Span<UInt8>) {
        if value.endOfRun(of: ByteSet.jsonPlain, from: 0) == value.count {
            // Safe: the buffer is read only during the call.
            return unsafe value.withUnsafeBufferPointer { unsafe append(quoted: $0, isName: false) }
        }
        separate()
        output.append(UInt8(ascii: "\""))
        append(escaped: value)
        output.append(UInt8(ascii: "\""))
    }

    /// Writes a slice of an arena as a string.
    @inlinable
    public mutating func string(_ value: TextRange, in arena: borrowing ByteArena) {
        string(arena[value])
    }

    /// Writes a literal as a string.
    public mutating func string(_ value: StaticString) {
        separate()
        output.append(UInt8(ascii: "\""))
        // Safe: the span is read only during the call.
        value.withUTF8Buffer { append(escaped: unsafe $0.span) }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes a string, escaped as needed.
    public mutating func string(_ value: String) {
        string(value.utf8.span)
    }

    /// Writes a whole value.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.bool(bool)
        case .number(let number): self.number(number)
        case .string(let string): self.string(string)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                name(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }
}

extension JSONValue {
    /// The value as compact JSON.
    public var text: String {
        var writer = JSONWriter([])
        writer.value(self)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}

// MARK: - Members

extension JSONWriter {
    /// Writes a member with a slice of an arena as its value. The name must not need escaping, here and in all overloads.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: TextRange, in arena: borrowing ByteArena) {
        self.name(name)
        string(arena[value])
    }

    /// Writes a member with a slice of an arena, or `null`, as its value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: TextRange?, in arena: borrowing ByteArena) {
        self.name(name)
        if let value { string(arena[value]) } else { null() }
    }

    /// Writes a member with a string of bytes as its value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: Span<UInt8>) {
        self.name(name)
        string(value)
    }

    /// Writes a member with a literal, escaped as needed, as its value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: StaticString) {
        self.name(name)
        string(value)
    }

    /// Writes a member with a string value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    /// Writes a member with an integer value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: Int) {
        self.name(name)
        int(value)
    }

    /// Writes a member with a Boolean value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// Writes a member with the value `null`.
    @inlinable
    public mutating func nullMember(_ name: StaticString) {
        self.name(name)
        null()
    }
}
