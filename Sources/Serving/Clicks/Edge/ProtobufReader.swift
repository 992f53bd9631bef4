import ByteText

/// Reads the fields of a message in place (Protocol Buffers, "Encoding").
struct ProtobufReader {
    /// Why a message can't be read.
    struct Fault: Error {}

    /// A field: its number, and the content of a string, bytes or message. Numbers have no content.
    struct Field {
        let number: UInt64
        let content: Range<Int>?
    }

    private var position: Int
    private let end: Int

    /// - Parameter message: The range of the message among the bytes that are passed to ``next(in:)``.
    init(_ message: Range<Int>) { (position, end) = (message.lowerBound, message.upperBound) }

    /// The next field, or `nil` at the end of the message.
    mutating func next(in bytes: Span<UInt8>) throws(Fault) -> Field? {
        guard position < end else { return nil }
        let key = try number(in: bytes)
        switch key & 7 {
        case 0:
            _ = try number(in: bytes)
            return Field(number: key >> 3, content: nil)
        case 1:
            try skip(8)
            return Field(number: key >> 3, content: nil)
        case 2:
            guard let count = Int(exactly: try number(in: bytes)) else { throw Fault() }
            let start = position
            try skip(count)
            return Field(number: key >> 3, content: start..<position)
        case 5:
            try skip(4)
            return Field(number: key >> 3, content: nil)
        default: throw Fault()
        }
    }

    /// The content of a field, or `nil` if it is absent. The last one counts.
    static func content(_ number: UInt64, of message: Range<Int>, in bytes: Span<UInt8>) throws(Fault) -> Range<Int>? {
        var reader = ProtobufReader(message)
        var found: Range<Int>?
        while let field = try reader.next(in: bytes) { if field.number == number { found = field.content } }
        return found
    }

    private mutating func skip(_ count: Int) throws(Fault) {
        guard count <= end - position else { throw Fault() }
        position += count
    }

    /// A number of up to ten bytes with seven bits each.
    private mutating func number(in bytes: Span<UInt8>) throws(Fault) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while position < end, shift < 70 {
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        throw Fault()
    }
}
