import ByteText
import Devices
import Routing

/// All text that a device is classified by.
struct DeviceWords {
    /// The user agent, or the form written by ``ByteArena/appendWords(of:)``.
    var text: TextRange
    /// Whether it is the user agent alone, without hints, as from most browsers. Keeps user agents and the form of
    /// ``ByteArena/appendWords(of:)`` apart.
    var isAgent: Bool
}

/// A cache of devices by user agent and client hints. It grows with their number, and is emptied when full.
///
/// The whole text is compared, so a cached device is the one that the classifier would return.
struct DeviceCache: ~Copyable {
    private struct Slot {
        var hash: UInt64 = 0
        /// The text that the device was classified by.
        var words = DeviceWords(text: .empty, isAgent: false)
        /// The texts of its versions are in the pool, as the words are.
        var device = Device()
        var isUsed = false
    }

    private var slots: [Slot]
    private var pool: ByteArena
    private var count = 0
    private let most: Int
    private let longestPool: Int

    /// Both numbers are powers of two. Clicks by people come from some thousands of devices.
    ///
    /// - Parameters:
    ///   - first: The number of devices for which there is room before the first growth, which allocates.
    ///   - devices: The capacity.
    init(from first: Int, to devices: Int) {
        most = devices
        slots = Array(repeating: Slot(), count: 2 * first)
        longestPool = 512 * devices
        pool = ByteArena(capacity: longestPool)
    }

    /// The cached device for some words, or `nil`. The texts of its versions are appended to the arena.
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

    /// Caches the device for words that are not cached yet.
    mutating func insert(_ device: Device, of words: DeviceWords, hash: UInt64, in arena: borrowing ByteArena) {
        // Versions are pieces of the words, or shorter.
        let needed = 3 * Int(words.text.count) + 64
        guard needed < longestPool / 2 else { return }
        if count >= most || pool.count + needed > longestPool { removeAll() }
        if count >= slots.count / 2 { grow() }
        var kept = device
        kept.osVersion = device.osVersion.isEmpty ? .empty : pool.append(arena[device.osVersion])
        kept.browserVersion = device.browserVersion.isEmpty ? .empty : pool.append(arena[device.browserVersion])
        let copy = DeviceWords(text: pool.append(arena[words.text]), isAgent: words.isAgent)
        place(Slot(hash: hash, words: copy, device: kept, isUsed: true))
        count += 1
    }

    private mutating func place(_ slot: Slot) {
        var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
        while slots[index].isUsed { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: 2 * old.count)
        for slot in old where slot.isUsed { place(slot) }
    }

    private mutating func removeAll() {
        for index in slots.indices { slots[index] = Slot() }
        pool.reset()
        count = 0
    }
}

extension ByteArena {
    /// Appends the user agent and client hints in an unambiguous form: each is preceded by its length.
    mutating func appendWords(of request: borrowing ClickRequest) {
        append(request.userAgent)
        append(request.hints)
    }

    /// One byte if there are none, as in most requests.
    private mutating func append(_ hints: ClientHints) {
        guard !hints.isEmpty else { return append(0) }
        append(1)
        append(hints.platform)
        append(hints.platformVersion)
        append(hints.mobile)
        append(hints.model)
        append(hints.formFactors)
        append(hints.fullVersionList)
        append(hints.brands)
        append(hints.requestedWith)
        append(hints.signatureAgent)
    }

    private mutating func append(_ text: TextRange?) {
        guard let text else { return append(littleEndian: .max) }
        append(littleEndian: text.count)
        append(copyOf: text)
    }
}
