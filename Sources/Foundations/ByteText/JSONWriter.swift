/// Writes compact JSON after what a byte buffer already holds.
///
///     JSONWriter.append(to: &response) { json in
///         json.beginObject()
///         json.member("decision", "app_open")
///         json.member("target", address.text, in: arena)
///         json.endObject()
///     }
///
/// The only allocation is the growth of the buffer. Commas are written by themselves; that names and values alternate and
/// that every container is closed is the caller's duty, checked in debug builds. Values of clients may be anything:
/// control characters become escapes, bytes that are not UTF-8 become U+FFFD.
public struct JSONWriter: ~Copyable {
    @usableFromInline var output: [UInt8]
    /// Whether the next name or value has a neighbour to its left.
    @usableFromInline var needsComma = false
    @usableFromInline var depth = 0

    /// Moves a buffer in; ``finish()`` returns it.
    @inlinable
    public init(_ output: consuming [UInt8]) {
        self.output = output
    }

    /// Returns the buffer, with the JSON at its end.
    @inlinable
    public consuming func finish() -> [UInt8] {
        assert(depth == 0, "a container is still open")
        return output
    }

    /// Lends a buffer to a writer for the time of the call.
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

    /// Opens an object; names and values follow in turn.
    @inlinable
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes the object that was opened last.
    @inlinable
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array; its elements follow.
    @inlinable
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes the array that was opened last.
    @inlinable
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// The name of the next member, which must not need escaping.
    @inlinable
    public mutating func name(_ name: StaticString) {
        // Safe: the buffer is read within the call only.
        name.withUTF8Buffer { unsafe append(quoted: $0, isName: true) }
    }

    /// The name of the next member.
    public mutating func name(_ name: Span<UInt8>) {
        string(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The name of the next member.
    public mutating func name(_ name: String) {
        string(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }
}

// MARK: - Values

extension JSONWriter {
    /// The literal `null`.
    @inlinable
    public mutating func null() { bare("null") }

    /// A truth value.
    @inlinable
    public mutating func bool(_ value: Bool) { bare(value ? "true" : "false") }

    /// An integer in decimal digits.
    @inlinable
    public mutating func int(_ value: Int) {
        separate()
        if value < 0 { output.append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(value.magnitude))
    }

    /// An unsigned integer in decimal digits. Readers that keep numbers as doubles are exact up to 2⁵³ only.
    @inlinable
    public mutating func int(_ value: UInt64) {
        separate()
        append(digitsOf: value)
    }

    /// A number with a fraction; null for NaN and infinities, which JSON does not have. May allocate.
    public mutating func double(_ value: Double) {
        separate()
        output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    }

    /// A number as it was written.
    public mutating func number(_ value: JSONNumber) {
        separate()
        output.append(contentsOf: value.text.utf8)
    }

    /// A string of bytes from anywhere.
    public mutating func string(_ value: Span<UInt8>) {
        if value.endOfRun(of: ByteSet.jsonPlain, from: 0) == value.count {
            // Safe: the buffer is read within the call only.
            return unsafe value.withUnsafeBufferPointer { unsafe append(quoted: $0, isName: false) }
        }
        separate()
        output.append(UInt8(ascii: "\""))
        append(escaped: value)
        output.append(UInt8(ascii: "\""))
    }

    /// A piece of an arena as a string.
    @inlinable
    public mutating func string(_ value: TextRange, in arena: borrowing ByteArena) {
        string(arena[value])
    }

    /// A literal as a string.
    public mutating func string(_ value: StaticString) {
        separate()
        output.append(UInt8(ascii: "\""))
        // Safe: the span is read within the call only.
        value.withUTF8Buffer { append(escaped: unsafe $0.span) }
        output.append(UInt8(ascii: "\""))
    }

    /// A string, escaped where JSON needs it.
    public mutating func string(_ value: String) {
        string(value.utf8.span)
    }

    /// A whole value.
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
    /// A member whose value is a piece of an arena; the name must not need escaping, as in all of these.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: TextRange, in arena: borrowing ByteArena) {
        self.name(name)
        string(arena[value])
    }

    /// A member that is null where there is nothing.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: TextRange?, in arena: borrowing ByteArena) {
        self.name(name)
        if let value { string(arena[value]) } else { null() }
    }

    /// A member whose value is a string of these bytes.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: Span<UInt8>) {
        self.name(name)
        string(value)
    }

    /// A member whose value is a literal, escaped where JSON needs it.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: StaticString) {
        self.name(name)
        string(value)
    }

    /// A member whose value is a string.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    /// A member whose value is an integer.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: Int) {
        self.name(name)
        int(value)
    }

    /// A member whose value is a truth value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// A member that is `null`.
    @inlinable
    public mutating func nullMember(_ name: StaticString) {
        self.name(name)
        null()
    }
}
