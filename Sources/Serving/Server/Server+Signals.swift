import Glibc
public import Libevent

/// The signals that control the daemon.
public enum ServerSignal: Sendable {
    /// SIGHUP: reload the rules.
    case reload
    /// SIGUSR1: reopen the log files.
    case reopenLogs
    /// SIGUSR2: start a new process of the program and hand the sockets over to it.
    case handOver
    /// SIGCHLD: a child process has exited.
    case childEnded
    /// SIGTERM or SIGINT: the first one begins the drain, a second one stops immediately.
    case terminate
}

/// Work of the thread that handles signals, at regular intervals.
public struct PeriodicTask {
    let interval: Duration
    let body: () -> Void

    /// A task that runs first after one interval.
    public init(every interval: Duration, body: @escaping () -> Void) { (self.interval, self.body) = (interval, body) }

    func timer(on base: EventBase) throws(EventError) -> Timer {
        var timer = try Timer(base: base, repeats: true, handler: body)
        try timer.start(after: interval)
        return timer
    }
}

/// Messages to the thread that handles signals.
enum ControlMessage: Sendable {
    case workerEnded
}

extension Server {
    /// Blocks the calling thread until all workers have ended, handling signals in the meantime.
    ///
    /// SIGTERM and SIGINT drain within `drainDeadline`; a second one stops immediately. The hook runs for every signal,
    /// on this thread. Only one server per process may handle signals.
    ///
    /// - Parameters:
    ///   - watchdog: Runs on this thread periodically, including during a drain.
    ///   - upkeep: The same, for work that may wait for a disk for a moment.
    public func run(
        drainDeadline: Duration = .seconds(30), watchdog: PeriodicTask? = nil, upkeep: PeriodicTask? = nil,
        onSignal: @escaping (ServerSignal) -> Void
    ) throws(EventError) {
        let base = try EventBase()
        let watch = try watchdog?.timer(on: base)
        let keep = try upkeep?.timer(on: base)
        var isTerminating = false
        let terminate = { [self] in
            if isTerminating {
                stop()
            } else {
                isTerminating = true
                onSignal(.terminate)
                drain(deadline: drainDeadline)
            }
        }
        let onTerm = try SignalEvent(base: base, signal: SIGTERM, handler: terminate)
        let onInterrupt = try SignalEvent(base: base, signal: SIGINT, handler: terminate)
        let onHangUp = try SignalEvent(base: base, signal: SIGHUP) { onSignal(.reload) }
        let onUser1 = try SignalEvent(base: base, signal: SIGUSR1) { onSignal(.reopenLogs) }
        let onUser2 = try SignalEvent(base: base, signal: SIGUSR2) { onSignal(.handOver) }
        let onChild = try SignalEvent(base: base, signal: SIGCHLD) { onSignal(.childEnded) }
        Self.releaseSignals()
        try wait(on: base)
        _ = consume onTerm
        _ = consume onInterrupt
        _ = consume onHangUp
        _ = consume onUser1
        _ = consume onUser2
        _ = consume onChild
        _ = consume watch
        _ = consume keep
    }

    /// Blocks the handled signals on the calling thread until `run` handles them.
    ///
    /// Called before the server reports that it is ready: the default action of a signal in between would terminate the
    /// process.
    public static func holdSignals() { changeMask(SIG_BLOCK) }

    /// Unblocks the held signals, and those blocked by the parent process: the signal mask is inherited, and a process
    /// that can't be stopped is useless.
    private static func releaseSignals() { changeMask(SIG_UNBLOCK) }

    private static func changeMask(_ how: Int32) {
        var handled = sigset_t()
        // Safe: the set is a local that outlives the calls.
        unsafe sigemptyset(&handled)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD] { unsafe sigaddset(&handled, signal) }
        unsafe pthread_sigmask(how, &handled, nil)
    }

    /// Blocks the calling thread until all workers have ended, without handling signals.
    public func waitUntilStopped() throws(EventError) {
        try wait(on: EventBase())
    }

    private func wait(on base: EventBase) throws(EventError) {
        let ended = try control.receive(on: base) { [self] _ in
            if runningWorkers == 0 { base.stop() }
        }
        if runningWorkers > 0 { base.run() }
        _ = consume ended
    }
}
