import ByteText

/// Appends the fields of a message (Protocol Buffers, "Encoding").
struct ProtobufWriter {
    /// The message so far.
    private(set) var bytes: [UInt8] = []

    /// Starts another message, keeping the memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends a message.
    mutating func append(_ field: UInt64, _ message: ProtobufWriter) {
        append(number: field << 3 | 2)
        append(number: UInt64(message.bytes.count))
        bytes += message.bytes
    }

    /// Appends a string or bytes.
    mutating func append(_ field: UInt64, _ content: Span<UInt8>) {
        append(number: field << 3 | 2)
        append(number: UInt64(content.count))
        for index in content.indices { bytes.append(content[index]) }
    }

    /// Appends a string in lower case.
    mutating func append(_ field: UInt64, lowercasing content: Span<UInt8>) {
        append(number: field << 3 | 2)
        append(number: UInt64(content.count))
        for index in content.indices { bytes.append(content[index].lowercased) }
    }

    /// Appends a number.
    mutating func append(_ field: UInt64, _ number: UInt64) {
        append(number: field << 3)
        append(number: number)
    }

    private mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
