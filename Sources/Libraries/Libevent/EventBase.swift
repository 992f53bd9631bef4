public import ByteText
import CLibevent
import Glibc

/// One event loop: the owner of libevent's `event_base`.
///
/// A base belongs to the thread that runs it. It is made without locks (`EVENT_BASE_FLAG_NOLOCK`), so nothing here may be
/// called from another thread; a ``Mailbox`` is the only way in. Events keep their base alive.
@safe public final class EventBase {
    let handle: OpaquePointer
    private var stopRequested = false
    private var rounds: UInt64 = 0
    private var isInRound = false
    /// What handlers of this round have let go of.
    private var kept: [AnyObject] = []

    /// Counts the rounds of ``run()``: handlers that see the same number were found ready together.
    ///
    /// It is not itself stored: what other modules may name as stored is checked for overlapping access at each use.
    public var round: UInt64 { rounds }

    /// Makes a loop without locks.
    ///
    /// - Parameter hasPreciseTimers: Timers never end early, at the cost of a system call for each wait of the loop. Otherwise
    ///   they may by one step of the system's coarse clock, four milliseconds.
    public init(hasPreciseTimers: Bool = false) throws(EventError) {
        // Safe: the configuration is freed on every path, and the base does not refer to it afterwards.
        guard let configuration = unsafe event_config_new() else {
            throw EventError("event_config_new", code: ENOMEM)
        }
        defer { unsafe event_config_free(configuration) }
        // Safe: the pointer is the live configuration made above.
        let timers = hasPreciseTimers ? EVENT_BASE_FLAG_PRECISE_TIMER.rawValue : 0
        guard unsafe event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_NOLOCK.rawValue | timers)) == 0,
            let base = unsafe event_base_new_with_config(configuration)
        else { throw EventError("event_base_new_with_config", code: 0) }
        unsafe handle = base
    }

    deinit {
        // Safe: every event holds a strong reference to its base, so no event is left by now.
        unsafe event_base_free(handle)
    }

    /// Runs the loop on the calling thread until ``stop()`` is called from one of its handlers.
    public func run() {
        stopRequested = false
        while !stopRequested {
            guard runRound() else { return }
        }
    }

    /// Waits until a handler is due, and runs those that are; false where there is no event left to wait for.
    func runRound() -> Bool {
        rounds &+= 1
        return runHandlers(EVLOOP_ONCE)
    }

    private func runHandlers(_ flags: Int32) -> Bool {
        let isOutermost = !isInRound
        isInRound = true
        // Safe: the handle lives as long as self. NO_EXIT_ON_EMPTY is not needed: a loop without events has no way in.
        let isSound = unsafe event_base_loop(handle, flags) == 0
        if isOutermost {
            isInRound = false
            if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        }
        return isSound
    }

    /// Keeps an object until all handlers of this round have returned: one that is let go of may be the one that is at work. Outside
    /// of a round nothing is kept.
    public func keepUntilRoundEnds(_ object: AnyObject) {
        if isInRound { kept.append(object) }
    }

    /// Runs the handlers that are due and returns without waiting.
    public func runPending() {
        _ = runHandlers(EVLOOP_NONBLOCK | EVLOOP_ONCE)
    }

    /// Makes ``run()`` return once the handlers that are already due have been called.
    public func stop() {
        stopRequested = true
    }

    /// The wall clock as it was when this round of the loop began; costs no system call inside a handler.
    public var wallClock: WallClock {
        var now = timeval()
        // Safe: libevent writes one timeval into a local that outlives the call.
        _ = unsafe event_base_gettimeofday_cached(handle, &now)
        return WallClock(seconds: Int64(now.tv_sec), microseconds: Int32(now.tv_usec))
    }
}
