import ByteText

/// An event in a file: how many bytes it has, a hash of them, and the bytes.
///
/// What a crash has left of a frame is told from a whole one by the hash.
enum SpoolFrame {
    /// Four bytes of length and eight of hash, the lowest first.
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

    /// The event whose frame begins at an offset, and where the next one begins; nil where there is no whole frame.
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
