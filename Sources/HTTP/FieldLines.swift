/// Whole field lines that are written as they are. Warm, it does not allocate.
struct FieldLines: Sendable {
    private var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds a line. The value must have no control characters.
    mutating func append(_ name: StaticString, _ value: Span<UInt8>) {
        precondition(value.firstControl(from: 0, to: value.count) == value.count, "a field's value has a control")
        // Safe: both pointers are read within their calls only.
        name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(0x20)
        unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    func append(to buffer: inout ByteBuffer) { buffer.append(bytes.span) }
}
