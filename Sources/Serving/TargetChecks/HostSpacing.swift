import Glibc
import Libevent
import Threads

/// Enforces a minimum interval between requests to a host, whether for targets or redirects.
package final class HostSpacing: Sendable {
    private static let mostHosts = 4_096

    let milliseconds: Int64
    /// The time of the next permitted request to each host.
    private let turns = Locked<[String: Int64]>([:])

    package init(milliseconds: Int) { self.milliseconds = Int64(milliseconds) }

    /// Reserves the host's next slot; returns the time to wait for it, in milliseconds.
    func take(_ host: String, at now: Int64) -> Int64 {
        guard milliseconds > 0 else { return 0 }
        return turns.withLock { turns in
            if turns.count >= Self.mostHosts { turns = turns.filter { $0.value > now } }
            let turn = max(now, turns[host] ?? now)
            turns[host] = turn + milliseconds
            return turn - now
        }
    }

    /// Waits for the host's slot. Don't call it on an event loop's thread.
    func wait(for host: String) {
        let wait = take(host, at: MonotonicClock.milliseconds)
        if wait > 0 { usleep(UInt32(clamping: wait * 1_000)) }
    }
}
