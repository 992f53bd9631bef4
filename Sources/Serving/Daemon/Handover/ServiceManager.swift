import Glibc
import Libevent
import Server
import Threads

/// Notifies systemd of the daemon's state (sd_notify(3)). Does nothing without a service manager.
struct ServiceManager: Sendable {
    /// The socket for messages: a path, or an abstract name that begins with `@`.
    private let address: String?
    /// The watchdog interval, or `nil` if the watchdog is disabled.
    let watchdog: Duration?

    /// Whether there is a service manager.
    var isPresent: Bool { address != nil }

    /// Reads the variables `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    init(_ environment: [String: String] = [:]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = address != nil && isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    func ready() { send("READY=1") }
    func stopping() { send("STOPPING=1") }
    func alive() { send("WATCHDOG=1") }

    /// Reports that the rules are being reloaded; ``ready()`` reports the end.
    func reloading() {
        var now = timespec()
        // Safe: the kernel writes one timespec into a local variable.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// Sends one datagram. Errors are ignored.
    private func send(_ text: String) {
        if let address { Datagram.send(text, toUnixSocket: address) }
    }
}

/// Waits for every worker before the service manager is notified: a worker that is stuck does not respond.
final class Watchdog: Sendable {
    private let server: Server
    private let answers = Locked(Int.max)

    init(_ server: Server) { self.server = server }

    /// Called at least twice per watchdog interval. Returns whether all workers have responded since the last call.
    func heardAll() -> Bool {
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
