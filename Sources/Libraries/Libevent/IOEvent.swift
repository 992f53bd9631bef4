import ByteText
import CLibevent
import Glibc

/// An object that handles the readiness of a descriptor.
public protocol ReadinessTarget: AnyObject {
    /// Called when the descriptor is ready.
    func becomeReady(for interest: IOEvent.Interest)
}

/// Readiness of one file descriptor in one direction: the owner of a libevent I/O event.
///
/// The event is level-triggered and stays registered until it is disabled or destroyed. It does not own the descriptor,
/// which must stay open during the event's lifetime. Use it only on the thread of its base.
public struct IOEvent: ~Copyable {
    /// The direction to wait for.
    public enum Interest: Sendable {
        case readable, writable
    }

    private var event: Event

    /// Creates a disabled event. The handler may drop the event that calls it.
    public init(
        base: EventBase, descriptor: Int32, interest: Interest, handler: @escaping () -> Void
    ) throws(EventError) {
        event = try Event(base: base, descriptor: descriptor, flags: interest.flags) { _ in handler() }
    }

    /// Creates a disabled event without a closure, which avoids reference counting on each call.
    ///
    /// - Parameter target: Must outlive the event, and a handler that drops it. A target that releases itself must be
    ///   passed to ``EventBase/keepUntilRoundEnds(_:)``.
    public init(
        base: EventBase, descriptor: Int32, interest: Interest, target: some ReadinessTarget
    ) throws(EventError) {
        event = try Event(
            base: base, descriptor: descriptor, flags: interest.flags, handler: TargetHandler(target, interest))
    }

    /// Starts waiting for readiness. Costs one `epoll_ctl`.
    public mutating func enable() throws(EventError) { try event.add() }

    /// Stops waiting for readiness. Costs one `epoll_ctl`, or nothing if already disabled.
    public mutating func disable() { event.remove() }
}

extension IOEvent.Interest {
    fileprivate var flags: Int32 { Int32(EV_PERSIST) | (self == .readable ? Int32(EV_READ) : Int32(EV_WRITE)) }
}

private final class TargetHandler<Target: ReadinessTarget>: EventHandler {
    private let target: Lent<Target>
    private let interest: IOEvent.Interest

    init(_ target: Target, _ interest: IOEvent.Interest) {
        // Safe: the target outlives the event, as ``IOEvent`` requires.
        self.target = unsafe Lent(target)
        self.interest = interest
    }

    override func run(_ flags: Int32) { target.use { $0.becomeReady(for: interest) } }
}
