import ByteText

/// An immutable hash table from byte strings to numbers, with open addressing over one pool of bytes.
///
/// A lookup hashes the key eight bytes at a time, compares about one entry, and does not allocate. Keys come from the
/// configuration, so an attacker who chooses the looked-up strings cannot cause collisions between keys.
struct ByteTable: Sendable {
    private struct Slot: Sendable {
        var hash: UInt32 = 0
        var key = TextRange.empty
        var value: Int32 = -1
    }

    private var slots: [Slot]
    private var pool: [UInt8] = []
    private let mask: Int

    /// Creates the table. The first of equal keys is used.
    init(_ entries: [(key: [UInt8], value: Int)]) {
        var size = 4
        while size < entries.count * 2 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
        pool.reserveCapacity(entries.reduce(0) { $0 + $1.key.count })
        for entry in entries { insert(entry.key, entry.value) }
    }

    private mutating func insert(_ key: [UInt8], _ value: Int) {
        let hash = ByteHash32.of(key.span)
        guard self.value(for: key.span, hash) == nil else { return }
        var index = Int(hash) & mask
        while slots[index].value >= 0 { index = (index + 1) & mask }
        slots[index] = Slot(hash: hash, key: TextRange(offset: pool.count, count: key.count), value: Int32(value))
        pool.append(contentsOf: key)
    }

    /// The value for a key, or `nil`.
    func value(for key: Span<UInt8>) -> Int? {
        value(for: key, ByteHash32.of(key))
    }

    /// The value for a key with a known hash, or `nil`.
    func value(for key: Span<UInt8>, _ hash: UInt32) -> Int? {
        let (slots, pool) = (slots.span, pool.span)
        var index = Int(hash) & mask
        while slots[index].value >= 0 {
            if slots[index].hash == hash, pool.extracting(slots[index].key.indices).equals(key) {
                return Int(slots[index].value)
            }
            index = (index + 1) & mask
        }
        return nil
    }
}
