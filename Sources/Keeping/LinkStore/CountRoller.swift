import Glibc
import LMDB
import Threads

/// Rolls up a store's old counts while its writer is idle: one round through all counters each day, and after each
/// change of the settings.
struct CountRoller {
    /// The maximum number of counters in a step, which bounds the time that a change waits.
    private static let counters = 2_048

    /// The settings and the day of the current or last round.
    private var retention: CountRetention?
    private var day: UInt32 = 0
    /// The progress of the round; `nil` once it has ended.
    private var scan: IndexScan?

    /// Performs a step; returns whether there may be more to do. A failed step ends the round until the next day, since
    /// only the size of the store depends on it.
    mutating func step(_ core: StoreCore, _ retention: CountRetention?, now: Int64 = Int64(time(nil))) -> Bool {
        guard let retention, core.isUsable, !core.isReplica else { return false }
        let today = UInt32(clamping: now / 86_400)
        if self.retention != retention || day != today {
            self.retention = retention
            day = today
            scan = IndexScan(database: core.databases.counts, isIndex: false)
        }
        guard var scan else { return false }
        do throws(StoreError) {
            let isAtEnd = try core.rollUp(&scan, count: Self.counters, retention, today: today)
            self.scan = isAtEnd ? nil : scan
        } catch { self.scan = nil }
        return self.scan != nil
    }
}

extension StoreCore {
    /// Rolls up the next counters of a scan, in one transaction; returns whether it has ended.
    fileprivate func rollUp(
        _ scan: inout IndexScan, count: Int, _ retention: CountRetention, today: UInt32
    ) throws(StoreError) -> Bool {
        try checkLength()
        let look: Transaction
        do throws(LMDBError) { look = try environment.beginReading() } catch { throw StoreError(error, path: path) }
        let (found, isAtEnd) = try LinkTransaction(look, self).outdatedCounts(
            &scan, count: count, retention, today: today)
        guard !found.isEmpty else { return isAtEnd }
        var transaction = try beginWriting()
        // Another process may have made the store a replica, whose counts its source rolls up.
        guard transaction.replica == nil else { return true }
        try transaction.rollUp(found, retention, today: today)
        try transaction.commit()
        return isAtEnd
    }
}

extension LinkStore {
    /// Sets the retention by which the store rolls up old counts while it is idle; `nil` to keep all days. A link's
    /// total does not change. For a replica its source does this.
    public func keepCounts(_ retention: CountRetention?) {
        core.retention.withLock { $0 = retention }
    }
}
