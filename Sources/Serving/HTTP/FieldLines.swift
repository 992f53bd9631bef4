import ByteText

/// Whole field lines that are written as they are. Warm, it does not allocate.
struct FieldLines: ~Copyable {
    private var buffer = ByteBuffer(capacity: 256)

    mutating func removeAll() { buffer.removeAll() }

    /// Adds a line. The value must have no control characters.
    mutating func append(_ name: StaticString, _ value: Span<UInt8>) {
        precondition(value.firstControl(from: 0, to: value.count) == value.count, "a field's value has a control")
        buffer.append(name)
        buffer.append(": ")
        buffer.append(value)
        buffer.append("\r\n")
    }

    func append(to other: inout ByteBuffer) { other.append(buffer.bytes) }
}
