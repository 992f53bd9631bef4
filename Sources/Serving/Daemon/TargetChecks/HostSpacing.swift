import Glibc
import Libevent
import Threads

/// Keeps a time between two requests to one host, whichever target or redirect they are for.
final class HostSpacing: Sendable {
    private static let mostHosts = 4_096

    let milliseconds: Int64
    /// When each host may be asked next.
    private let turns = Locked<[String: Int64]>([:])

    init(milliseconds: Int) { self.milliseconds = Int64(milliseconds) }

    /// Takes the host's next turn, and returns how long to wait for it.
    func take(_ host: String, at now: Int64) -> Int64 {
        guard milliseconds > 0 else { return 0 }
        return turns.withLock { turns in
            if turns.count >= Self.mostHosts { turns = turns.filter { $0.value > now } }
            let turn = max(now, turns[host] ?? now)
            turns[host] = turn + milliseconds
            return turn - now
        }
    }

    /// Waits for the host's turn. Not for the thread of a loop.
    func wait(for host: String) {
        let wait = take(host, at: MonotonicClock.milliseconds)
        if wait > 0 { usleep(UInt32(clamping: wait * 1_000)) }
    }
}
