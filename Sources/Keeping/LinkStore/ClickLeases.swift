import Threads

/// The clicks that this node may still allow on links with a maximum, leased from the source's total for all nodes.
///
/// The rest of a lease is lost if the process crashes, so the maximum is never exceeded. A node that shuts down returns
/// it.
public final class ClickLeases: Sendable {
    private struct Lease {
        var remaining: UInt64 = 0
        /// The time until which the source need not be asked again, and the result until then.
        var refusedUntil: ContinuousClock.Instant?
        var refusal = Permission.usedUp
        var lastUse = ContinuousClock.now
    }

    /// The result for a click.
    enum Permission {
        case granted
        /// The source must be asked first.
        case unleased
        case usedUp
        /// The source could not be asked.
        case unknown
    }

    private let leases = Locked<[UInt64: Lease]>([:])

    init() {}

    /// Takes one click out of a link's lease, until it is counted or put back.
    func take(_ id: UInt64) -> Permission {
        leases.withLock { leases in
            guard var lease = leases[id] else { return .unleased }
            lease.lastUse = .now
            defer { leases[id] = lease }
            if lease.remaining > 0 {
                lease.remaining -= 1
                return .granted
            }
            guard let end = lease.refusedUntil else { return .unleased }
            return end > lease.lastUse ? lease.refusal : .unleased
        }
    }

    /// Puts back a click that was not counted.
    func putBack(_ id: UInt64) {
        leases.withLock { $0[id]?.remaining += 1 }
    }

    /// Adds a lease granted by the source. From any thread.
    public func add(_ clicks: UInt64, to id: UInt64) {
        leases.withLock { leases in
            var lease = leases[id] ?? Lease()
            lease.remaining += clicks
            lease.refusedUntil = nil
            lease.lastUse = .now
            leases[id] = lease
        }
    }

    /// Records that the source has no clicks left for a link, or could not be asked. It is asked again after some time.
    /// From any thread.
    public func refuse(_ id: UInt64, for duration: Duration, isUsedUp: Bool) {
        leases.withLock { leases in
            var lease = leases[id] ?? Lease()
            lease.refusedUntil = .now + duration
            lease.refusal = isUsedUp ? .usedUp : .unknown
            leases[id] = lease
        }
    }

    /// Removes the leases that were not used for some time, for returning them to the source. From any thread.
    public func takeIdle(for duration: Duration) -> [(id: UInt64, clicks: UInt64)] {
        let limit = ContinuousClock.now - duration
        return leases.withLock { leases in
            let idle = leases.filter { $0.value.lastUse <= limit }
            for id in idle.keys { leases[id] = nil }
            return idle.map { (id: $0.key, clicks: $0.value.remaining) }.filter { $0.clicks > 0 }
        }
    }
}
