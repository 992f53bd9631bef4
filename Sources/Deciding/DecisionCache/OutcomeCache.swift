import ByteText
import Routing

/// A cache of outcomes by the inputs of the decision. It is emptied when full.
///
/// An input is cached when it occurs a second time, so links that are clicked once, such as those in emails, cost next
/// to nothing and evict nothing. The whole key is compared; the hash only selects the slot. All memory is allocated up
/// front.
struct OutcomeCache: ~Copyable {
    private struct Slot {
        var hash: UInt64 = 0
        var traits: UInt64 = 0
        /// The key's link, followed by the rest of the key.
        var key = TextRange.empty
        var linkCount: UInt32 = 0
        /// All texts of the outcome, concatenated.
        var texts = TextRange.empty
        var outcome: Int32 = 0
        /// The state of the short links in which the outcome was last valid, if it is valid throughout that state.
        var state: LinksState?
    }

    private let policy: CachePolicy
    private let mask: Int
    private var slots: [Slot]
    /// One byte of the hash per slot, 0 for a free slot. The array is small enough to stay in the processor's cache,
    /// where most lookups of uncached inputs end.
    private var signs: [UInt8]
    private var outcomes: [Outcome] = []
    private var pool: ByteArena
    /// Part of the hash of inputs that occurred once.
    private var seen: [UInt16]

    init(_ policy: CachePolicy) {
        self.policy = policy
        slots = Array(repeating: Slot(), count: policy.outcomes * 2)
        signs = Array(repeating: 0, count: slots.count)
        mask = slots.count - 1
        outcomes.reserveCapacity(policy.outcomes)
        pool = ByteArena(capacity: policy.bytes + 2 * policy.longestEntry)
        seen = Array(repeating: 0, count: policy.outcomes * 4)
    }

    /// Reads the cached outcome of an input and returns its slot, or `nil`. The outcome's texts are appended to the
    /// arena.
    func read(_ key: DecisionKey, into outcome: inout Outcome, in arena: inout ByteArena) -> Int? {
        let (slots, signs) = (slots.span, signs.span)
        let sign = Self.sign(key.hash)
        var index = Int(truncatingIfNeeded: key.hash) & mask
        while signs[index] != 0 {
            if signs[index] == sign, slots[index].hash == key.hash, isKey(slots[index], key, in: arena) {
                let slot = slots[index]
                let place = arena.append(pool[slot.texts])
                outcome = outcomes[Int(slot.outcome)]
                outcome.forEachText { $0.offset = $0.offset - slot.texts.offset + place.offset }
                return index
            }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func sign(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 1 }

    private func isKey(_ slot: Slot, _ key: DecisionKey, in arena: borrowing ByteArena) -> Bool {
        let linkCount = Int(key.link.text.count)
        guard slot.traits == key.traits, slot.linkCount == key.link.text.count, slot.key.count == key.count,
            pool[slot.key[0..<linkCount]].equalsLong(arena[key.link.text])
        else { return false }
        return key.rest.isEmpty || pool[slot.key[linkCount..<Int(slot.key.count)]].equalsLong(arena[key.rest])
    }

    /// The state of the short links in which the outcome in a slot is valid; `nil` if unknown.
    func state(at slot: Int) -> LinksState? { slots[slot].state }

    /// Records that the outcome in a slot is valid in a state of the short links.
    mutating func note(_ state: LinksState?, at slot: Int) { slots[slot].state = state }

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
        while signs[index] != 0, slots[index].hash != key.hash { index = (index + 1) & mask }
        signs[index] = Self.sign(key.hash)
        slots[index] = Slot(
            hash: key.hash, traits: key.traits, key: keyCopy, linkCount: key.link.text.count,
            texts: pool.piece(from: start), outcome: Int32(outcomes.count))
        outcomes.append(kept)
    }

    private mutating func removeAll() {
        for index in signs.indices { signs[index] = 0 }
        outcomes.removeAll(keepingCapacity: true)
        pool.reset()
    }
}
