import ByteText
import Devices

/// Which device each user agent is, for as many agents as there is room for; then it begins anew.
///
/// The whole agent is compared, so that a device that is kept is the one that the classifier would return.
struct DeviceCache: ~Copyable {
    private struct Slot {
        var hash: UInt64 = 0
        var agent = TextRange.empty
        /// The texts of its versions lie in the pool, as the agent does.
        var device = Device()
        var isUsed = false
    }

    private var slots = [Slot](repeating: Slot(), count: Self.slotCount)
    private var pool = ByteArena(capacity: 1 << 20)
    private var count = 0

    /// A log of people's clicks has some thousand agents.
    private static let slotCount = 1 << 14
    private static let longestPool = 4 << 20

    /// The device of an agent that has been seen. The texts of its versions are appended to the arena.
    func device(_ agent: TextRange, hash: UInt64, in arena: inout ByteArena) -> Device? {
        var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[index].isUsed {
            if slots[index].hash == hash, pool[slots[index].agent].equals(arena[agent]) {
                var device = slots[index].device
                if !device.osVersion.isEmpty { device.osVersion = arena.append(pool[device.osVersion]) }
                if !device.browserVersion.isEmpty {
                    device.browserVersion = arena.append(pool[device.browserVersion])
                }
                return device
            }
            index = (index + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Keeps the device of an agent that has not been seen.
    mutating func insert(_ device: Device, of agent: TextRange, hash: UInt64, in arena: borrowing ByteArena) {
        if count >= Self.slotCount / 2 || pool.count + 2 * Int(agent.count) + 64 > Self.longestPool { removeAll() }
        guard agent.count < Self.longestPool / 2 else { return }
        var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[index].isUsed { index = (index + 1) & (Self.slotCount - 1) }
        var kept = device
        kept.osVersion = device.osVersion.isEmpty ? .empty : pool.append(arena[device.osVersion])
        kept.browserVersion = device.browserVersion.isEmpty ? .empty : pool.append(arena[device.browserVersion])
        slots[index] = Slot(hash: hash, agent: pool.append(arena[agent]), device: kept, isUsed: true)
        count += 1
    }

    private mutating func removeAll() {
        for index in slots.indices { slots[index] = Slot() }
        pool.reset()
        count = 0
    }
}
