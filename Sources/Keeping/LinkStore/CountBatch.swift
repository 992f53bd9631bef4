import ByteText

/// Counts of one thread that are yet to be written: adding to them neither waits nor allocates.
///
/// Counts of one link and day are next to each other when they are drained.
struct CountBatch {
    /// How many different counts fit. A full batch is flushed early.
    static let capacity = 4_096

    private struct Slot {
        /// 0 for a free slot: no link has this ID.
        var id: UInt64 = 0
        var day: UInt32 = 0
        var slot: UInt8 = 0
        var count: UInt32 = 0
    }

    /// Open addressing, at most three quarters full.
    private var slots = [Slot](repeating: Slot(), count: capacity)
    private(set) var used = 0

    var isEmpty: Bool { used == 0 }
    var isFull: Bool { used >= Self.capacity / 4 * 3 }

    /// Adds one. The batch must not be full.
    mutating func add(id: UInt64, day: UInt32, _ event: LinkCount.Event, _ platform: LinkCount.Platform) {
        let number = UInt8(LinkCount.slot(event, platform))
        // The store assigns the IDs: no client can choose ones that collide.
        let hash = (id ^ UInt64(day) << 32 ^ UInt64(number)).splitMixed
        var index = Int(truncatingIfNeeded: hash) & (Self.capacity - 1)
        while slots[index].id != 0 {
            if slots[index].id == id, slots[index].day == day, slots[index].slot == number {
                slots[index].count &+= 1
                return
            }
            index = (index + 1) & (Self.capacity - 1)
        }
        slots[index] = Slot(id: id, day: day, slot: number, count: 1)
        used += 1
    }

    /// Removes all counts and returns them, ordered by link and day.
    mutating func drain() -> [LinkCount] {
        var counts: [LinkCount] = []
        counts.reserveCapacity(used)
        for index in slots.indices where slots[index].id != 0 {
            counts.append(
                LinkCount(
                    slot: Int(slots[index].slot), id: slots[index].id, day: slots[index].day,
                    count: UInt64(slots[index].count)))
            slots[index].id = 0
        }
        used = 0
        counts.sort { ($0.id, $0.day, $0.slot) < ($1.id, $1.day, $1.slot) }
        return counts
    }
}

extension LinkCount {
    static func slot(_ event: Event, _ platform: Platform) -> Int {
        Int(event.rawValue) * Platform.allCases.count + Int(platform.rawValue)
    }

    init(slot: Int, id: UInt64, day: UInt32, count: UInt64) {
        self.init(
            id: id, day: day, event: Event.allCases[slot / Platform.allCases.count],
            platform: Platform.allCases[slot % Platform.allCases.count], count: count)
    }
}
