import ByteText

/// A fixed table from byte strings to numbers: open addressing over one pool of bytes, built once.
///
/// A look-up hashes the key (FNV-1a, 64 bits) and compares about one entry; it allocates nothing. Keys come from
/// configuration, so an attacker who chooses what is looked up cannot choose what collides with what.
struct ByteTable: Sendable {
    private struct Slot: Sendable {
        var hash: UInt32 = 0
        var key = TextRange.empty
        var value: Int32 = -1
    }

    private var slots: [Slot]
    private var pool: [UInt8] = []
    private let mask: Int

    /// Makes the table; of two equal keys the first counts.
    init(_ entries: [(key: [UInt8], value: Int)]) {
        var size = 4
        while size < entries.count * 2 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
        for entry in entries { insert(entry.key, entry.value) }
    }

    private mutating func insert(_ key: [UInt8], _ value: Int) {
        let hash = Self.hash(key.span)
        var index = Int(hash) & mask
        while slots[index].value >= 0 {
            if slots[index].hash == hash, pool.span.extracting(slots[index].key.indices).equals(key.span) { return }
            index = (index + 1) & mask
        }
        slots[index] = Slot(hash: hash, key: TextRange(offset: pool.count, count: key.count), value: Int32(value))
        pool.append(contentsOf: key)
    }

    /// The number of a key, or nil.
    func value(for key: Span<UInt8>) -> Int? {
        let hash = Self.hash(key)
        var index = Int(hash) & mask
        while slots[index].value >= 0 {
            if slots[index].hash == hash, pool.span.extracting(slots[index].key.indices).equals(key) {
                return Int(slots[index].value)
            }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func hash(_ key: Span<UInt8>) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in key.indices { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01B3 }
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}
