import ByteText

/// Links with their counts: an open-addressing hash table whose texts share one buffer.
///
/// Grows by doubling, so a warm table does not allocate. Entries are identified by text, not by hash.
struct LinkCountTable: Sendable {
    /// The counts of one link.
    struct Entry: Sendable {
        var hash: UInt64
        /// The smallest rank of its lines, which determines whether a sample keeps the link.
        var rank: UInt64
        var count: Int
        /// The number of clicks by decision, in the order of `DecisionKind`.
        var decisions = InlineArray<5, Int>(repeating: 0)
        fileprivate var text: TextRange
    }

    private(set) var entries: [Entry] = []
    private var texts = Texts()
    /// The entry index plus one for each slot; 0 if free. The size is a power of two.
    private var slots: [UInt32] = []

    var count: Int { entries.count }

    /// The index of a link's entry, created if it is missing.
    mutating func place(of text: Span<UInt8>, hash: UInt64) -> Int {
        if entries.count * 2 >= slots.count { grow() }
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if entries[place].hash == hash, texts.bytes(entries[place].text).equals(text) { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        entries.append(Entry(hash: hash, rank: .max, count: 0, text: texts.append(text)))
        slots[slot] = UInt32(entries.count)
        return entries.count - 1
    }

    /// Changes a link's entry, except its hash and text.
    mutating func update(_ place: Int, _ change: (inout Entry) -> Void) {
        change(&entries[place])
    }

    /// The text of an entry as a string, repaired if it is not valid UTF-8.
    func text(of entry: Entry) -> String {
        String(texts.bytes(entry.text))
    }

    /// Adds the contents of another table.
    mutating func merge(_ other: LinkCountTable) {
        for entry in other.entries {
            let place = place(of: other.texts.bytes(entry.text), hash: entry.hash)
            entries[place].count += entry.count
            entries[place].rank = min(entries[place].rank, entry.rank)
            for index in entry.decisions.indices { entries[place].decisions[index] += entry.decisions[index] }
        }
    }

    /// Keeps the entries with the smallest ranks, and returns the largest remaining rank.
    mutating func keepSmallestRanks(_ limit: Int) -> UInt64 {
        guard entries.count > limit else { return .max }
        let kept = entries.sorted { ($0.rank, $0.hash) < ($1.rank, $1.hash) }.prefix(limit)
        let old = texts
        self = LinkCountTable()
        for entry in kept {
            let place = place(of: old.bytes(entry.text), hash: entry.hash)
            let text = entries[place].text
            entries[place] = entry
            entries[place].text = text
        }
        return kept.last?.rank ?? .max
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: max(1024, slots.count * 2))
        for (place, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(place + 1)
        }
    }
}

/// Texts in contiguous storage.
private struct Texts: Sendable {
    private var storage: [UInt8] = []

    mutating func append(_ text: Span<UInt8>) -> TextRange {
        let start = storage.count
        // Safe: the pointer is read only within the call.
        unsafe text.withUnsafeBufferPointer { unsafe storage.append(contentsOf: $0) }
        return TextRange(offset: start, count: text.count)
    }

    @_lifetime(borrow self)
    func bytes(_ range: TextRange) -> Span<UInt8> {
        storage.span.extracting(range.indices)
    }
}
