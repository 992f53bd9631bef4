import Server
import Glibc
import Libevent
import Threads

/// Tells systemd how the daemon is doing, as sd_notify(3) describes it; without a service manager nothing happens.
public struct ServiceManager: Sendable {
    /// Where messages go: a path, or a name that begins with `@`.
    private let address: String?
    /// How often the manager wants to hear that the daemon is alive; nil for never.
    public let watchdog: Duration?

    /// Whether there is a service manager.
    public var isPresent: Bool { address != nil }

    /// Takes what the variables `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` say.
    public init(_ environment: [String: String] = [:]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = address != nil && isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    func ready() { send("READY=1") }
    func stopping() { send("STOPPING=1") }
    func alive() { send("WATCHDOG=1") }

    /// Rules are being loaded; ``ready()`` says that they are.
    func reloading() {
        var now = timespec()
        // Safe: the kernel writes one timespec into a local.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// One datagram. A manager that does not take it is no reason to fail.
    private func send(_ text: String) {
        if let address { Datagram.send(text, toUnixSocket: address) }
    }
}

/// Hears every worker before it tells the service manager that the daemon is alive: one that is stuck in a loop keeps still.
final class Watchdog: Sendable {
    private let server: Server
    private let answers = Locked(Int.max)

    init(_ server: Server) { self.server = server }

    /// Called at least twice as often as the manager wants to hear. True when all workers have answered since the last call.
    func hearsAll() -> Bool {
        let running = server.runningWorkers
        let all = answers.withLock { answers in
            guard answers >= running else { return false }
            answers = 0
            return true
        }
        if all { server.post { [self] _ in answers.withLock { $0 += 1 } } }
        return all
    }
}
