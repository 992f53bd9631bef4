import CByteScan

extension Span<UInt8> {
    /// The first index of a byte at or after `start`, or nil. Sixteen bytes a turn.
    @inlinable
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        firstIndex(of: byte, or: byte, from: start)
    }

    /// The first index at or after `start` where one of two bytes stands, or nil. Sixteen bytes a turn.
    public func firstIndex(of one: UInt8, or other: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0)
        guard start < count else { return nil }
        // Safe: the bytes from `start` on are the span's.
        let index = unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_first_of(bytes.baseAddress! + start, count &- start, one, other)
        }
        return index < count ? index : nil
    }
}
