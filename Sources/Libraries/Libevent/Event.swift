import CLibevent
import Glibc

/// The owner of one libevent `event`: the common part of I/O events, timers and signal events.
///
/// libevent holds a pointer to the handler, which is retained when the event is created and released when it is freed,
/// both in this file.
@safe struct Event: ~Copyable {
    private let base: EventBase
    private let handle: OpaquePointer
    private let handler: Unmanaged<EventHandler>

    init(base: EventBase, descriptor: Int32, flags: Int32, handler: EventHandler) throws(EventError) {
        // Retained here, released in deinit (or below if there is no event).
        let handler = unsafe Unmanaged.passRetained(handler)
        // Safe: self.base keeps the base alive; the handler outlives the event, which deinit frees first.
        guard
            let handle = unsafe event_new(
                base.handle, descriptor, Int16(truncatingIfNeeded: flags), runEventHandler, handler.toOpaque())
        else {
            unsafe handler.release()
            throw EventError("event_new", code: ENOMEM)
        }
        self.base = base
        unsafe self.handle = handle
        unsafe self.handler = unsafe handler
    }

    /// - Parameter body: Receives libevent's flags of the event.
    init(base: EventBase, descriptor: Int32, flags: Int32, _ body: @escaping (Int32) -> Void) throws(EventError) {
        try self.init(base: base, descriptor: descriptor, flags: flags, handler: ClosureHandler(body))
    }

    deinit {
        // Safe: event_free removes the event first, so libevent can't call the handler after its release. A running
        // handler is kept until it has returned.
        unsafe event_free(handle)
        unsafe base.keepUntilRoundEnds(handler.takeUnretainedValue())
        unsafe handler.release()
    }

    /// Registers the event, with a timeout for timers.
    func add(after timeout: Duration? = nil) throws(EventError) {
        let result: Int32
        if let timeout {
            var time = timeval(timeout)
            // Safe: libevent copies the time before it returns.
            result = unsafe event_add(handle, &time)
        } else {
            // Safe: the handle lives as long as self; a null pointer means no timeout.
            result = unsafe event_add(handle, nil)
        }
        guard result == 0 else { throw EventError.last("event_add") }
    }

    /// Removes the event from its base.
    func remove() {
        // Safe: the handle lives as long as self.
        unsafe _ = event_del(handle)
    }
}

/// The object behind libevent's callback argument.
class EventHandler {
    /// Called with libevent's flags of the event.
    func run(_ flags: Int32) {}
}

private final class ClosureHandler: EventHandler {
    private let body: (Int32) -> Void

    init(_ body: @escaping (Int32) -> Void) { self.body = body }

    override func run(_ flags: Int32) { body(flags) }
}

/// The only callback registered with libevent.
private func runEventHandler(_: Int32, _ flags: Int16, _ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    // Safe: the pointer is the handler that `Event` retains until event_free, and that the base keeps until the end of
    // the round if the handler drops its own event. Therefore no reference is counted.
    unsafe Unmanaged<EventHandler>.fromOpaque(argument)._withUnsafeGuaranteedRef { $0.run(Int32(flags)) }
}

extension timeval {
    /// A duration as a `timeval`, in whole microseconds.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}

/// A handler for a Unix signal that runs in the loop, where it may call any function.
///
/// libevent allows one base per process to handle signals: that of the main thread. Block the signal in all other
/// threads.
public struct SignalEvent: ~Copyable {
    private let event: Event

    /// Starts handling a signal. Destroying the value restores the previous signal action.
    public init(base: EventBase, signal: Int32, handler: @escaping () -> Void) throws(EventError) {
        let event = try Event(
            base: base, descriptor: signal, flags: Int32(EV_SIGNAL) | Int32(EV_PERSIST)
        ) { _ in handler() }
        try event.add()
        self.event = event
    }
}

/// A timer on a base, one-shot or repeating.
///
/// Use it only on the thread of its base. Starting it costs no system call. Destroying it stops it.
public struct Timer: ~Copyable {
    private var event: Event

    /// Creates a stopped timer. The handler may drop its own timer or restart it.
    public init(base: EventBase, repeats: Bool = false, handler: @escaping () -> Void) throws(EventError) {
        event = try Event(base: base, descriptor: -1, flags: repeats ? Int32(EV_PERSIST) : 0) { _ in handler() }
    }

    /// Starts or restarts the timer: the handler runs after `delay`, and then every `delay` if the timer repeats.
    public mutating func start(after delay: Duration) throws(EventError) { try event.add(after: delay) }
}
