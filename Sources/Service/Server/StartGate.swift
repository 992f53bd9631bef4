import Glibc
import Libevent
import Synchronization

/// Where the thread that starts the workers waits until each of them accepts or has failed.
final class StartGate: Sendable {
    private let base: Mutex<[EventError?]> = Mutex([])
    private let arrivals: Mailbox<Void>

    init() throws(EventError) { arrivals = try Mailbox() }

    /// Tells that one worker is ready, or why it is not.
    func open(_ error: EventError?) {
        base.withLock { $0.append(error) }
        arrivals.post(())
    }

    /// Waits for all workers; throws what the first failed one met.
    func wait(for count: Int) throws(EventError) {
        let base = try EventBase()
        let event = try arrivals.receive(on: base) { [self] in
            if self.base.withLock({ $0.count }) >= count { base.stop() }
        }
        if self.base.withLock({ $0.count }) < count { base.run() }
        _ = consume event
        if let error = self.base.withLock({ $0.compactMap(\.self).first }) { throw error }
    }
}
