public import ByteText
import CLibevent
import Glibc

/// One event loop: the owner of libevent's `event_base`.
///
/// A base is confined to the thread that runs it. It is created without locks (`EVENT_BASE_FLAG_NOLOCK`), so nothing
/// here may be called from another thread, except through a ``Mailbox``. Events keep their base alive.
@safe public final class EventBase {
    let handle: OpaquePointer
    private var stopRequested = false
    private var isInRound = false
    /// Objects released by handlers in this round.
    private var kept: [AnyObject] = []

    /// Counts the rounds of ``run()``: handlers that see the same number became ready together.
    public private(set) var round: UInt64 = 0

    /// Creates a loop without locks.
    ///
    /// - Parameter hasPreciseTimers: Whether timers never fire early, at the cost of a system call per wait of the
    ///   loop. Otherwise they may fire early by one tick of the coarse clock, four milliseconds.
    public init(hasPreciseTimers: Bool = false) throws(EventError) {
        // Safe: the configuration is freed on every path, and the base does not refer to it afterwards.
        guard let configuration = unsafe event_config_new() else {
            throw EventError("event_config_new", code: ENOMEM)
        }
        defer { unsafe event_config_free(configuration) }
        // Safe: the pointer is the live configuration created above.
        let timers = hasPreciseTimers ? EVENT_BASE_FLAG_PRECISE_TIMER.rawValue : 0
        guard unsafe event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_NOLOCK.rawValue | timers)) == 0,
            let base = unsafe event_base_new_with_config(configuration)
        else { throw EventError("event_base_new_with_config", code: 0) }
        unsafe handle = base
    }

    deinit {
        // Safe: every event retains its base, so no event is left.
        unsafe event_base_free(handle)
    }

    /// Runs the loop on the calling thread until ``stop()`` is called from one of its handlers.
    public func run() {
        stopRequested = false
        while !stopRequested {
            guard runRound() else { return }
        }
    }

    /// Waits until a handler is due, and runs the due handlers. Returns `false` if there is no event left to wait for.
    func runRound() -> Bool {
        round &+= 1
        return runHandlers(EVLOOP_ONCE)
    }

    private func runHandlers(_ flags: Int32) -> Bool {
        let isOutermost = !isInRound
        isInRound = true
        // Safe: the handle lives as long as self. NO_EXIT_ON_EMPTY is not needed: nothing can be added to a loop
        // without events.
        let isSound = unsafe event_base_loop(handle, flags) == 0
        if isOutermost {
            isInRound = false
            if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        }
        return isSound
    }

    /// Keeps an object until all handlers of this round have returned, since a released object may be the one whose
    /// handler is running. Outside of a round nothing is kept.
    public func keepUntilRoundEnds(_ object: AnyObject) {
        if isInRound { kept.append(object) }
    }

    /// Runs the due handlers and returns without waiting.
    public func runPending() {
        _ = runHandlers(EVLOOP_NONBLOCK | EVLOOP_ONCE)
    }

    /// Makes ``run()`` return once the handlers already due have been called.
    public func stop() {
        stopRequested = true
    }

    /// The wall clock time at which this round of the loop began. Costs no system call inside a handler.
    public var wallClock: WallClock {
        var now = timeval()
        // Safe: libevent writes one timeval into a local that outlives the call.
        _ = unsafe event_base_gettimeofday_cached(handle, &now)
        return WallClock(seconds: Int64(now.tv_sec), microseconds: Int32(now.tv_usec))
    }
}
