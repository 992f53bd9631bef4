import ByteText

/// The counters of a link and a day in the file's format: pairs of a slot in one byte and a sum in eight,
/// little-endian, with distinct slots in ascending order. Reads and updates do not allocate.
struct CounterValue: ~Copyable {
    /// The number of platforms that a slot number allows for.
    static let platforms = 4
    /// The number of counters per day.
    static let slotCount = 20
    /// The size of a pair in bytes.
    private static let pairCount = 9

    private var sums = InlineArray<20, UInt64>(repeating: 0)
    /// A bit for each slot that has a pair.
    private var slots: UInt32 = 0

    /// The index of a counter in its day.
    static func slot(_ event: LinkCount.Event, _ platform: LinkCount.Platform) -> Int {
        Int(event.rawValue) * platforms + Int(platform.rawValue)
    }

    /// Replaces the counters with a stored value; `false` if it is damaged.
    mutating func take(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count.isMultiple(of: Self.pairCount) else { return false }
        var offset = 0
        while offset < bytes.count {
            let slot = Int(bytes[offset])
            guard slot < Self.slotCount else { return false }
            sums[slot] = bytes.word(at: offset + 1)
            slots |= 1 << UInt32(slot)
            offset += Self.pairCount
        }
        return true
    }

    /// The sum of a counter.
    subscript(slot: Int) -> UInt64 { sums.span[slot] }

    /// Adds to a counter.
    mutating func add(_ added: UInt64, to slot: Int) {
        guard added > 0 else { return }
        sums[slot] &+= added
        slots |= 1 << UInt32(slot)
    }

    /// Adds all counters of another value.
    mutating func add(_ other: borrowing CounterValue) {
        for slot in 0..<Self.slotCount { add(other[slot], to: slot) }
    }

    /// Writes the value in the file's format; returns its size in bytes.
    func write(to bytes: inout MutableRawSpan) -> Int {
        var end = 0
        var rest = slots
        // Indexing the array itself would copy it each time.
        let all = sums.span
        while rest != 0 {
            let slot = rest.trailingZeroBitCount
            bytes.storeBytes(of: UInt8(truncatingIfNeeded: slot), toByteOffset: end, as: UInt8.self)
            bytes.storeBytes(of: all[slot].littleEndian, toByteOffset: end + 1, as: UInt64.self)
            end += Self.pairCount
            rest &= rest - 1
        }
        return end
    }
}
