import Glibc
public import Libevent

/// The signals that a daemon is asked things with.
public enum ServerSignal: Sendable {
    /// SIGHUP: load the rules again.
    case reload
    /// SIGUSR1: open the logs again.
    case reopenLogs
    /// SIGUSR2: start the program anew and hand the sockets over.
    case handOver
    /// SIGCHLD: a process that this one has started has ended.
    case childEnded
    /// SIGTERM or SIGINT: the drain begins. The second one stops immediately.
    case terminate
}

/// Messages to the thread that runs the signals.
enum ControlMessage: Sendable {
    case workerEnded
}

extension Server {
    /// Waits on the calling thread until all workers have ended, and handles signals meanwhile.
    ///
    /// SIGTERM and SIGINT drain within `drainDeadline`, a second one stops immediately; the hook runs for every signal,
    /// on this thread. Only one server of a process may run signals.
    ///
    /// - Parameters:
    ///   - pulse: Runs on this thread again and again, for as long as a drain lasts as well.
    public func run(
        drainDeadline: Duration = .seconds(30), pulse: (every: Duration, body: () -> Void)? = nil,
        onSignal: @escaping (ServerSignal) -> Void
    ) throws(EventError) {
        let base = try EventBase()
        var timer = try Timer(base: base, repeats: true) { pulse?.body() }
        if let pulse { try timer.start(after: pulse.every) }
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
        _ = consume timer
    }

    /// Keeps the handled signals that arrive on the calling thread until it runs them.
    ///
    /// Called before the server says that it is ready: a signal in between would end the process as if it were not handled.
    public static func holdSignals() { changeMask(SIG_BLOCK) }

    /// Accepts the signals that were held, and those that the parent process has blocked: a process inherits the mask, and
    /// one that can't be stopped is useless.
    private static func releaseSignals() { changeMask(SIG_UNBLOCK) }

    private static func changeMask(_ how: Int32) {
        var handled = sigset_t()
        // Safe: the set is a local that outlives the calls.
        unsafe sigemptyset(&handled)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD] { unsafe sigaddset(&handled, signal) }
        unsafe pthread_sigmask(how, &handled, nil)
    }

    /// Waits on the calling thread until all workers have ended, without handling signals.
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
