import ByteText

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
