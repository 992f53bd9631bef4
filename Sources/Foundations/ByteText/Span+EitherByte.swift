extension Span<UInt8> {
    /// The first index at or after `start` where one of two bytes stands, or nil. Eight bytes a turn.
    @inlinable
    public func firstIndex(of one: UInt8, or other: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while count &- index >= 8 {
            // Bytes that are equal become zero, and the lowest bit that is set then is the top bit of the first of them.
            let first = word(at: index) ^ (ones &* UInt64(one))
            let second = word(at: index) ^ (ones &* UInt64(other))
            let zeros = (((first &- ones) & ~first) | ((second &- ones) & ~second)) & (ones &* 0x80)
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            if self[index] == one || self[index] == other { return index }
            index += 1
        }
        return nil
    }
}
