import CLibevent
import Glibc

/// Readiness of one file descriptor in one direction: the owner of a libevent I/O event.
///
/// The event is level-triggered and stays registered until it is disabled or dropped. It does not own the descriptor, which
/// must stay open until the event is gone. Use it on the thread of its base only.
public struct IOEvent: ~Copyable {
    /// The direction that is waited for.
    public enum Interest: Sendable {
        case readable, writable
    }

    private var event: Event

    /// Makes an event that is not yet enabled. The handler may drop the event that calls it.
    public init(
        base: EventBase, descriptor: Int32, interest: Interest, handler: @escaping () -> Void
    ) throws(EventError) {
        let flags = Int32(EV_PERSIST) | (interest == .readable ? Int32(EV_READ) : Int32(EV_WRITE))
        event = try Event(base: base, descriptor: descriptor, flags: flags) { _ in handler() }
    }

    /// Starts to wait for readiness. Costs one `epoll_ctl`.
    public mutating func enable() throws(EventError) { try event.add() }

    /// Stops waiting for readiness. Costs one `epoll_ctl`, nothing when disabled already.
    public mutating func disable() { event.remove() }
}
