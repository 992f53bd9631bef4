import ByteText
import Sorting

/// Pending counts of one thread. Adding a count neither waits nor allocates.
///
/// When drained, counts of one link and day are adjacent.
struct CountBatch {
    /// The maximum number of distinct entries by link, day, platform, outcome, and whether it was a scan. A full batch
    /// is flushed early.
    static let capacity = 24_576
    /// Open addressing, at most three quarters full.
    private static let tableCount = 32_768

    /// Identical clicks.
    private struct Entry {
        var id: UInt64
        /// The day in the upper 24 bits, the clicks' kind in the lower eight.
        var place: UInt32
        var count: UInt32

        var day: UInt32 { place >> 8 }
    }

    private var entries: [Entry] = []
    /// One-based indices of entries, by hash; 0 if the slot is empty.
    private var table = [UInt16](repeating: 0, count: tableCount)

    init() { entries.reserveCapacity(Self.capacity) }

    var isEmpty: Bool { entries.isEmpty }
    var isFull: Bool { !hasRoom(for: 1) }

    func hasRoom(for added: Int) -> Bool { entries.count + added <= Self.capacity }

    /// Adds a click and its outcome; `nil` for no event. The batch must not be full, and `day` must be below 2²⁴.
    mutating func add(
        id: UInt64, day: UInt32, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool = false
    ) {
        let place = day << 8 | ClickKind(outcome, platform, isScan: isScan).number
        // IDs are assigned by the store, so clients can't choose colliding ones.
        let hash = (id ^ UInt64(place) << 32).splitMixed
        var index = Int(truncatingIfNeeded: hash) & (Self.tableCount - 1)
        while table[index] != 0 {
            let known = Int(table[index]) - 1
            if entries[known].id == id, entries[known].place == place {
                entries[known].count &+= 1
                return
            }
            index = (index + 1) & (Self.tableCount - 1)
        }
        entries.append(Entry(id: id, place: place, count: 1))
        table[index] = UInt16(entries.count)
    }

    /// Removes all counts and returns them, ordered by link and day.
    mutating func drain() -> [LinkCount] {
        entries.radixSort { UInt64($0.day) }
        entries.radixSort { $0.id }
        var counts: [LinkCount] = []
        counts.reserveCapacity(2 * entries.count)
        for entry in entries {
            let kind = ClickKind(number: entry.place & 0xFF)
            var count = LinkCount(
                id: entry.id, day: entry.day, event: .click, platform: kind.platform, count: UInt64(entry.count))
            counts.append(count)
            if let outcome = kind.outcome {
                count.event = outcome
                counts.append(count)
            }
            if kind.isScan {
                count.event = .scan
                counts.append(count)
            }
        }
        entries.removeAll(keepingCapacity: true)
        for index in table.indices { table[index] = 0 }
        return counts
    }
}

/// The outcome, platform and scan flag of a click, packed into one number.
private struct ClickKind {
    let outcome: LinkCount.Event?
    let platform: LinkCount.Platform
    let isScan: Bool

    init(_ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool) {
        self.outcome = outcome
        self.platform = platform
        self.isScan = isScan
    }

    init(number: UInt32) {
        let event = UInt8(number >> 2) & 0x1F
        isScan = number & 0x80 != 0
        outcome = event == 0 ? nil : LinkCount.Event(rawValue: event - 1)
        platform = LinkCount.Platform(rawValue: UInt8(number & 3)) ?? .other
    }

    var number: UInt32 {
        (isScan ? 0x80 : 0) | (outcome.map { UInt32($0.rawValue) + 1 } ?? 0) << 2 | UInt32(platform.rawValue)
    }
}
