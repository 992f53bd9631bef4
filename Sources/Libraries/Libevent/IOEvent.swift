import ByteText
import CLibevent
import Glibc

/// An object whose descriptor becomes ready.
public protocol ReadinessTarget: AnyObject {
    /// The descriptor is ready in a direction.
    func becomeReady(for interest: IOEvent.Interest)
}

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
        event = try Event(base: base, descriptor: descriptor, flags: interest.flags) { _ in handler() }
    }

    /// The same without a closure, and without counting a reference for each call.
    ///
    /// - Parameter target: It has to outlive the event, and the handler that drops it:
    ///   ``EventBase/keepUntilRoundEnds(_:)`` is for a target that lets go of itself.
    public init(
        base: EventBase, descriptor: Int32, interest: Interest, target: some ReadinessTarget
    ) throws(EventError) {
        event = try Event(
            base: base, descriptor: descriptor, flags: interest.flags, handler: TargetHandler(target, interest))
    }

    /// Starts to wait for readiness. Costs one `epoll_ctl`.
    public mutating func enable() throws(EventError) { try event.add() }

    /// Stops waiting for readiness. Costs one `epoll_ctl`, nothing when disabled already.
    public mutating func disable() { event.remove() }
}

extension IOEvent.Interest {
    fileprivate var flags: Int32 { Int32(EV_PERSIST) | (self == .readable ? Int32(EV_READ) : Int32(EV_WRITE)) }
}

private final class TargetHandler<Target: ReadinessTarget>: EventHandler {
    private let target: Lent<Target>
    private let interest: IOEvent.Interest

    init(_ target: Target, _ interest: IOEvent.Interest) {
        // Safe: the target outlives the event, as ``IOEvent`` asks for.
        self.target = unsafe Lent(target)
        self.interest = interest
    }

    override func run(_ flags: Int32) { target.use { $0.becomeReady(for: interest) } }
}
