import CLibevent

/// A handler for a Unix signal that runs in the loop, where everything may be called.
///
/// libevent lets one base of a process handle signals: the one of the main thread. Block the signal in all other threads.
public struct SignalEvent: ~Copyable {
    private let event: Event

    /// Starts handling a signal; dropping the value restores what the signal did before.
    public init(base: EventBase, signal: Int32, handler: @escaping () -> Void) throws(EventError) {
        let event = try Event(
            base: base, descriptor: signal, flags: Int32(EV_SIGNAL) | Int32(EV_PERSIST)
        ) { _ in handler() }
        try event.add()
        self.event = event
    }
}
