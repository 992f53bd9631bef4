import ByteText
import Devices

/// All that a browser says of its device.
struct DeviceWords {
    /// The user agent, or what ``DecisionInputs`` writes.
    var text: TextRange
    /// Whether it is the user agent alone, without hints, as from most browsers. No agent is taken for what is written of
    /// others.
    var isAgent: Bool
}

/// Which device each user agent is, with the client hints that came beside it, for as many as there is room for; then it
/// begins anew.
///
/// All that a browser says is compared, so that a device that is kept is the one that the classifier would return.
struct DeviceCache: ~Copyable {
    private struct Slot {
        var hash: UInt64 = 0
        /// What the browser says.
        var words = DeviceWords(text: .empty, isAgent: false)
        /// The texts of its versions lie in the pool, as the agent does.
        var device = Device()
        var isUsed = false
    }

    private var slots: [Slot]
    private var pool: ByteArena
    private var count = 0
    private let longestPool: Int

    /// - Parameter devices: How many are kept, a power of two. Clicks of people have some thousands.
    init(devices: Int) {
        slots = Array(repeating: Slot(), count: 2 * devices)
        longestPool = 512 * devices
        pool = ByteArena(capacity: longestPool)
    }

    /// The device of words that have been seen. The texts of its versions are appended to the arena.
    func device(_ words: DeviceWords, hash: UInt64, in arena: inout ByteArena) -> Device? {
        let slots = slots.span
        var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[index].isUsed {
            if slots[index].hash == hash, slots[index].words.isAgent == words.isAgent,
                pool[slots[index].words.text].equalsLong(arena[words.text])
            {
                var device = slots[index].device
                if !device.osVersion.isEmpty { device.osVersion = arena.append(pool[device.osVersion]) }
                if !device.browserVersion.isEmpty {
                    device.browserVersion = arena.append(pool[device.browserVersion])
                }
                return device
            }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Keeps the device of words that have not been seen.
    mutating func insert(_ device: Device, of words: DeviceWords, hash: UInt64, in arena: borrowing ByteArena) {
        // Versions are pieces of the words, or shorter.
        let needed = 3 * Int(words.text.count) + 64
        guard needed < longestPool / 2 else { return }
        if count >= slots.count / 2 || pool.count + needed > longestPool { removeAll() }
        var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[index].isUsed { index = (index + 1) & (slots.count - 1) }
        var kept = device
        kept.osVersion = device.osVersion.isEmpty ? .empty : pool.append(arena[device.osVersion])
        kept.browserVersion = device.browserVersion.isEmpty ? .empty : pool.append(arena[device.browserVersion])
        let copy = DeviceWords(text: pool.append(arena[words.text]), isAgent: words.isAgent)
        slots[index] = Slot(hash: hash, words: copy, device: kept, isUsed: true)
        count += 1
    }

    private mutating func removeAll() {
        for index in slots.indices { slots[index] = Slot() }
        pool.reset()
        count = 0
    }
}
