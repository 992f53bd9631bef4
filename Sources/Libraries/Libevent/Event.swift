import CLibevent
import Glibc

/// The owner of one libevent `event`: what I/O events, timers and signal events have in common.
///
/// libevent holds a pointer to a box with the handler. The box is retained when the event is made and released when the
/// event is freed; both are in this file.
@safe struct Event: ~Copyable {
    private let base: EventBase
    private let handle: OpaquePointer
    private let box: Unmanaged<EventHandlerBox>

    /// - Parameter handler: Is passed what has happened, in libevent's flags.
    init(
        base: EventBase, descriptor: Int32, flags: Int32, handler: @escaping (Int32) -> Void
    ) throws(EventError) {
        // Retained here, released in deinit (or right below when there is no event).
        let box = unsafe Unmanaged.passRetained(EventHandlerBox(handler))
        // Safe: the base is alive because self.base holds it; the box outlives the event, which deinit frees first.
        guard
            let handle = unsafe event_new(
                base.handle, descriptor, Int16(truncatingIfNeeded: flags), runEventHandler, box.toOpaque())
        else {
            unsafe box.release()
            throw EventError("event_new", code: ENOMEM)
        }
        self.base = base
        unsafe self.handle = handle
        unsafe self.box = unsafe box
    }

    deinit {
        // Safe: event_free removes the event first, so libevent cannot call the box after its release. A handler that is
        // running holds its own reference to the box.
        unsafe event_free(handle)
        unsafe box.release()
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
private final class EventHandlerBox {
    let handler: (Int32) -> Void
    init(_ handler: @escaping (Int32) -> Void) { self.handler = handler }
}

/// The one callback that libevent knows.
private func runEventHandler(_: Int32, _ flags: Int16, _ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    // Safe: the pointer is the box that `Event` retains until event_free; the local reference keeps it through a handler
    // that drops its own event.
    let box = unsafe Unmanaged<EventHandlerBox>.fromOpaque(argument).takeUnretainedValue()
    box.handler(Int32(flags))
}

extension timeval {
    /// A duration in libevent's form, in whole microseconds.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
