public import Libevent
import Glibc

/// The signals that a daemon is asked things with.
public enum ServerSignal: Sendable {
    /// SIGHUP: load the rules again.
    case reload
    /// SIGUSR1: open the logs again.
    case reopenLogs
    /// SIGTERM or SIGINT: the drain has begun. The second one stops at once.
    case terminate
}

/// What the thread that runs the signals is told.
enum ControlMessage: Sendable {
    case workerEnded
}

extension Server {
    /// Waits on the calling thread until all workers have ended, and handles signals meanwhile.
    ///
    /// SIGTERM and SIGINT drain within `drainDeadline`, a second one stops at once; the hook runs for every signal, on this
    /// thread. Only one server of a process may run signals.
    public func run(
        drainDeadline: Duration = .seconds(30), onSignal: @escaping (ServerSignal) -> Void
    ) throws(EventError) {
        let base = try EventBase()
        var isTerminating = false
        let terminate = { [self] in
            if isTerminating {
                stop()
            } else {
                isTerminating = true
                drain(deadline: drainDeadline)
                onSignal(.terminate)
            }
        }
        let onTerm = try SignalEvent(base: base, signal: SIGTERM, handler: terminate)
        let onInterrupt = try SignalEvent(base: base, signal: SIGINT, handler: terminate)
        let onHangUp = try SignalEvent(base: base, signal: SIGHUP) { onSignal(.reload) }
        let onUser1 = try SignalEvent(base: base, signal: SIGUSR1) { onSignal(.reopenLogs) }
        Self.releaseSignals()
        try wait(on: base)
        _ = consume onTerm
        _ = consume onInterrupt
        _ = consume onHangUp
        _ = consume onUser1
    }

    /// Keeps the handled signals that arrive on the calling thread until it runs them.
    ///
    /// Called before the server says that it is ready: a signal in between would end the process as if nobody handled it.
    static func holdSignals() { changeMask(SIG_BLOCK) }

    /// Takes the signals that were held, and those that the parent process has blocked: a process inherits the mask, and
    /// one that can't be stopped is no use to anybody.
    private static func releaseSignals() { changeMask(SIG_UNBLOCK) }

    private static func changeMask(_ how: Int32) {
        var handled = sigset_t()
        // Safe: the set is a local that outlives the calls.
        unsafe sigemptyset(&handled)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { unsafe sigaddset(&handled, signal) }
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
