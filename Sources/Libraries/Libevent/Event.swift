import CLibevent
import Glibc

/// The owner of one libevent `event`: what I/O events, timers and signal events have in common.
///
/// libevent holds a pointer to the handler, which is retained when the event is made and released when the event is freed; both
/// are in this file.
@safe struct Event: ~Copyable {
    private let base: EventBase
    private let handle: OpaquePointer
    private let handler: Unmanaged<EventHandler>

    init(base: EventBase, descriptor: Int32, flags: Int32, handler: EventHandler) throws(EventError) {
        // Retained here, released in deinit (or right below when there is no event).
        let handler = unsafe Unmanaged.passRetained(handler)
        // Safe: the base is alive because self.base holds it; the handler outlives the event, which deinit frees first.
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

    /// - Parameter body: Is passed what has happened, in libevent's flags.
    init(base: EventBase, descriptor: Int32, flags: Int32, _ body: @escaping (Int32) -> Void) throws(EventError) {
        try self.init(base: base, descriptor: descriptor, flags: flags, handler: ClosureHandler(body))
    }

    deinit {
        // Safe: event_free removes the event first, so libevent cannot call the handler after its release. One that is running is
        // kept until it has returned.
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
            // Safe: the handle lives as long as self; no timeout is a null pointer.
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

/// What libevent's callback argument points to.
class EventHandler {
    /// Called with what has happened, in libevent's flags.
    func run(_ flags: Int32) {}
}

private final class ClosureHandler: EventHandler {
    private let body: (Int32) -> Void

    init(_ body: @escaping (Int32) -> Void) { self.body = body }

    override func run(_ flags: Int32) { body(flags) }
}

/// The one callback that libevent knows.
private func runEventHandler(_: Int32, _ flags: Int16, _ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    // Safe: the pointer is the handler that `Event` retains until event_free, and that the base keeps until the end of the round
    // where the handler drops its own event. So no reference is counted.
    unsafe Unmanaged<EventHandler>.fromOpaque(argument)._withUnsafeGuaranteedRef { $0.run(Int32(flags)) }
}

extension timeval {
    /// A duration in libevent's form, in whole microseconds.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
