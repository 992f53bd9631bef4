import CLibevent

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
