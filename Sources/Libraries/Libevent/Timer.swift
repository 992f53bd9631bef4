import CLibevent

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
