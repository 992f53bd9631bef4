import CLibevent

/// A timer on a base, once or again and again.
///
/// Use it on the thread of its base only. Starting it costs no system call. Dropping it stops it.
public struct Timer: ~Copyable {
    private var event: Event

    /// Makes a timer that is not running. The handler may drop its own timer or start it anew.
    public init(base: EventBase, repeats: Bool = false, handler: @escaping () -> Void) throws(EventError) {
        event = try Event(base: base, descriptor: -1, flags: repeats ? Int32(EV_PERSIST) : 0) { _ in handler() }
    }

    /// Starts the timer, or starts it anew: the handler runs after `delay`, and every `delay` when it repeats.
    public mutating func start(after delay: Duration) throws(EventError) { try event.add(after: delay) }
}
