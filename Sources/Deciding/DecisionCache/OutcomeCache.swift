import ByteText
import Routing

/// A cache of outcomes by the inputs of the decision. It is emptied when full.
///
/// An input is cached when it occurs a second time, so links that are clicked once, such as those in emails, cost next
/// to nothing and evict nothing. The whole key is compared; the hash only selects the slot. All memory is allocated up
/// front.
struct OutcomeCache: ~Copyable {
    private struct Entry {
        let hash: UInt64
        let traits: UInt64
        /// The key's link, followed by the rest of the key.
        let key: TextRange
        let linkCount: UInt32
        /// All texts of the outcome, concatenated.
        let texts: TextRange
        /// The state of the short links in which the outcome was last valid, if it is valid throughout that state.
        var state: LinksState?
    }

    private let policy: CachePolicy
    private let mask: Int
    /// One byte of the hash per slot, 0 for a free slot. The array is small enough to stay in the processor's cache,
    /// where most lookups of uncached inputs end.
    private var signs: [UInt8]
    /// The index of each used slot's entry. Entries follow each other, so that few of them touch little memory.
    private var places: [UInt32]
    private var entries: [Entry] = []
    /// The outcome of each entry.
    private var outcomes: [Outcome] = []
    private var pool: ByteArena
    /// Part of the hash of inputs that occurred once.
    private var seen: [UInt16]

    init(_ policy: CachePolicy) {
        self.policy = policy
        signs = Array(repeating: 0, count: policy.outcomes * 2)
        places = Array(repeating: 0, count: signs.count)
        mask = signs.count - 1
        entries.reserveCapacity(policy.outcomes)
        outcomes.reserveCapacity(policy.outcomes)
        pool = ByteArena(capacity: policy.bytes + 2 * policy.longestEntry)
        seen = Array(repeating: 0, count: policy.outcomes * 4)
    }

    /// Reads the cached outcome of an input and returns its entry, or `nil`. The outcome's texts are appended to the
    /// arena.
    func read(_ key: DecisionKey, into outcome: inout Outcome, in arena: inout ByteArena) -> Int? {
        let (places, signs, entries) = (places.span, signs.span, entries.span)
        let sign = Self.sign(key.hash)
        var index = Int(truncatingIfNeeded: key.hash) & mask
        while signs[index] != 0 {
            let entry = Int(places[index])
            if signs[index] == sign, entries[entry].hash == key.hash, isKey(entries[entry], key, in: arena) {
                let texts = entries[entry].texts
                let place = arena.append(pool[texts])
                outcome = outcomes[entry]
                outcome.forEachText { $0.offset = $0.offset - texts.offset + place.offset }
                return entry
            }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func sign(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 1 }

    private func isKey(_ entry: Entry, _ key: DecisionKey, in arena: borrowing ByteArena) -> Bool {
        let linkCount = Int(key.link.text.count)
        guard entry.traits == key.traits, entry.linkCount == key.link.text.count, entry.key.count == key.count,
            pool[entry.key[0..<linkCount]].equalsLong(arena[key.link.text])
        else { return false }
        return key.rest.isEmpty || pool[entry.key[linkCount..<Int(entry.key.count)]].equalsLong(arena[key.rest])
    }

    /// The state of the short links in which an entry's outcome is valid; `nil` if unknown.
    func state(at entry: Int) -> LinksState? { entries[entry].state }

    /// Records that an entry's outcome is valid in a state of the short links.
    mutating func note(_ state: LinksState?, at entry: Int) { entries[entry].state = state }

    /// Whether an input has occurred before. Records that it has.
    mutating func hasCome(_ key: DecisionKey) -> Bool {
        let place = Int(truncatingIfNeeded: key.hash >> 32) & (seen.count - 1)
        let mark = UInt16(truncatingIfNeeded: key.hash >> 48) | 1
        defer { seen[place] = mark }
        return seen[place] == mark
    }

    /// Caches an outcome, replacing an earlier one of the same input.
    mutating func insert(_ outcome: borrowing Outcome, for key: DecisionKey, in arena: borrowing ByteArena) {
        guard key.count <= policy.longestEntry else { return }
        // Entries with long texts count as several.
        if outcomes.count == policy.outcomes || pool.count > policy.bytes { removeAll() }
        let begin = pool.count
        pool.append(arena[key.link.text])
        pool.append(arena[key.rest])
        let keyCopy = pool.piece(from: begin)
        let start = pool.count
        var kept = copy outcome
        kept.forEachText { if pool.count - start <= policy.longestEntry { $0 = pool.append(arena[$0]) } }
        guard pool.count - start <= policy.longestEntry else { return pool.truncate(to: begin) }
        var index = Int(truncatingIfNeeded: key.hash) & mask
        while signs[index] != 0, entries[Int(places[index])].hash != key.hash { index = (index + 1) & mask }
        signs[index] = Self.sign(key.hash)
        places[index] = UInt32(entries.count)
        entries.append(
            Entry(
                hash: key.hash, traits: key.traits, key: keyCopy, linkCount: key.link.text.count,
                texts: pool.piece(from: start)))
        outcomes.append(kept)
    }

    private mutating func removeAll() {
        for index in signs.indices { signs[index] = 0 }
        entries.removeAll(keepingCapacity: true)
        outcomes.removeAll(keepingCapacity: true)
        pool.reset()
    }
}
