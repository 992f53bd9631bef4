import ByteText

/// Finds each frame header in the input of a client (RFC 9113, section 4.1), including frames that a session ignores
/// without an event: those of unknown types and of closed streams.
///
/// It does not validate: if the input is not HTTP/2, the results are meaningless, and the session ends anyway. Costs a
/// few nanoseconds per frame, and no memory.
public struct FrameScanner: Sendable {
    /// The number of bytes before the next header: the rest of the preface or of a frame's payload.
    private var skipped = 24
    /// The bytes of a partial header, in wire order.
    private var header: (UInt64, last: UInt8) = (0, 0)
    private var headerCount = 0

    /// Creates a scanner for a new connection, which begins with the client's preface (RFC 9113, section 3.4).
    public init() {}

    /// Finds the next header from a position on and advances the position past it. Returns `nil` if the bytes end
    /// before that.
    public mutating func next(in bytes: Span<UInt8>, at position: inout Int) -> FrameHeader? {
        while position < bytes.count {
            if skipped > 0 {
                let count = min(skipped, bytes.count - position)
                skipped -= count
                position += count
                continue
            }
            if headerCount == 0, bytes.count - position >= 9 {
                header = (bytes.word(at: position).byteSwapped, bytes[position + 8])
                position += 9
            } else {
                take(bytes[position])
                position += 1
                guard headerCount == 9 else { continue }
                headerCount = 0
            }
            let found = frame
            skipped = found.length
            return found
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) {
        if headerCount < 8 { header.0 = header.0 << 8 | UInt64(byte) } else { header.last = byte }
        headerCount += 1
    }

    /// Three bytes of length, one each of type and flags, four of the stream identifier with a reserved bit.
    private var frame: FrameHeader {
        let stream = UInt32(truncatingIfNeeded: header.0 & 0xFF_FFFF) << 8 | UInt32(header.last)
        return FrameHeader(
            type: FrameType(rawValue: UInt8(truncatingIfNeeded: header.0 >> 32)),
            stream: Int32(truncatingIfNeeded: stream & 0x7FFF_FFFF), length: Int(header.0 >> 40),
            flags: UInt8(truncatingIfNeeded: header.0 >> 24))
    }
}
