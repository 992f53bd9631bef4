import Threads

/// How many clicks on links with a maximum this node may still allow: portions of what the source lets all nodes allow.
///
/// What is left of a portion goes with the process, so that the maximum is never exceeded; a node that ends in order gives it
/// back.
public final class ClickLeases: Sendable {
    private struct Lease {
        var remaining: UInt64 = 0
        /// Until when the source need not be asked again, and what is answered until then.
        var refusedUntil: ContinuousClock.Instant?
        var refusal = Permission.usedUp
        var lastUse = ContinuousClock.now
    }

    /// What a click is allowed.
    enum Permission {
        case granted
        /// The source has to be asked first.
        case unleased
        case usedUp
        /// The source could not be asked.
        case unknown
    }

    private let leases = Locked<[UInt64: Lease]>([:])

    init() {}

    /// Takes one click out of a link's portion, until it is counted or given back.
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

    /// Puts a click back that was not counted.
    func putBack(_ id: UInt64) {
        leases.withLock { $0[id]?.remaining += 1 }
    }

    /// Adds a portion that the source has granted. From any thread.
    public func add(_ clicks: UInt64, to id: UInt64) {
        leases.withLock { leases in
            var lease = leases[id] ?? Lease()
            lease.remaining += clicks
            lease.refusedUntil = nil
            lease.lastUse = .now
            leases[id] = lease
        }
    }

    /// Notes that the source has nothing left for a link, or could not be asked; it is asked again after some time. From any
    /// thread.
    public func refuse(_ id: UInt64, for duration: Duration, isUsedUp: Bool) {
        leases.withLock { leases in
            var lease = leases[id] ?? Lease()
            lease.refusedUntil = .now + duration
            lease.refusal = isUsedUp ? .usedUp : .unknown
            leases[id] = lease
        }
    }

    /// Takes the portions out that were not used for some time, to give them back to the source. From any thread.
    public func takeIdle(for duration: Duration) -> [(id: UInt64, clicks: UInt64)] {
        let limit = ContinuousClock.now - duration
        return leases.withLock { leases in
            let idle = leases.filter { $0.value.lastUse <= limit }
            for id in idle.keys { leases[id] = nil }
            return idle.map { (id: $0.key, clicks: $0.value.remaining) }.filter { $0.clicks > 0 }
        }
    }
}
