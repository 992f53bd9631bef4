import Glibc
import Libevent

/// Where the thread that starts the workers waits until each of them accepts or has failed.
final class StartGate: Sendable {
    private let outcomes: Locked<[EventError?]> = Locked([])
    private let arrivals: Mailbox<Void>

    init() throws(EventError) { arrivals = try Mailbox() }

    /// Tells that one worker is ready, or why it is not.
    func open(_ error: EventError?) {
        outcomes.withLock { $0.append(error) }
        arrivals.post(())
    }

    /// Waits for all workers; throws what the first failed one met.
    func wait(for count: Int) throws(EventError) {
        let base = try EventBase()
        let event = try arrivals.receive(on: base) { [self] in
            if outcomes.withLock({ $0.count }) >= count { base.stop() }
        }
        if outcomes.withLock({ $0.count }) < count { base.run() }
        _ = consume event
        if let error = outcomes.withLock({ $0.compactMap(\.self).first }) { throw error }
    }
}
