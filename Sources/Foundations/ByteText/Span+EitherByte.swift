import CByteScan

extension Span<UInt8> {
    /// The first index of a byte at or after `start`, or `nil`. Searches the first bytes eight at a time inline, the rest sixteen
    /// at a time in C.
    @inlinable
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        let near = start &+ 32
        while count &- index >= 8, index < near {
            // Equal bytes become zero; the lowest set bit of the result is the top bit of the first of them.
            let difference = word(at: index) ^ (ones &* UInt64(byte))
            let zeros = (difference &- ones) & ~difference & (ones &* 0x80)
            if zeros != 0 { return index &+ zeros.trailingZeroBitCount / 8 }
            index &+= 8
        }
        if count &- index >= 8 { return firstIndex(of: byte, or: byte, from: index) }
        while index < count {
            // Safe: the index is not negative, and below the count.
            if unsafe self[unchecked: index] == byte { return index }
            index &+= 1
        }
        return nil
    }

    /// The first index of either byte at or after `start`, or `nil`. Searches sixteen bytes at a time.
    public func firstIndex(of one: UInt8, or other: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0)
        guard start < count else { return nil }
        // Safe: the bytes from `start` on belong to the span.
        let index = unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_first_of(bytes.baseAddress! + start, count &- start, one, other)
        }
        return index < count ? index : nil
    }
}
