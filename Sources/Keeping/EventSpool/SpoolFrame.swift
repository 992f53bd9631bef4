import ByteText

/// The frame of an event in a segment file: the length, a hash, and the event's bytes.
///
/// The hash detects a frame that a crash left incomplete.
enum SpoolFrame {
    /// Four bytes of length and eight of hash, both little-endian.
    static let headCount = 12

    /// Appends the frame of an event.
    static func append(_ event: [UInt8], to bytes: inout [UInt8]) {
        append(UInt64(event.count), 4, to: &bytes)
        append(ByteHash64.of(event.span), 8, to: &bytes)
        bytes += event
    }

    private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    /// The event whose frame begins at an offset, and the offset of the next frame; `nil` if there is no complete
    /// frame.
    static func event(in bytes: [UInt8], at start: Int) -> (event: [UInt8], next: Int)? {
        guard bytes.count - start > headCount else { return nil }
        let count = Int(number(bytes[start..<start + 4]))
        guard count > 0, count <= EventSpool.mostEventBytes, bytes.count - start - headCount >= count else {
            return nil
        }
        let next = start + headCount + count
        let event = Array(bytes[(start + headCount)..<next])
        guard ByteHash64.of(event.span) == number(bytes[start + 4..<start + headCount]) else { return nil }
        return (event, next)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
