import Synchronization

/// Limits the callers that wait for a poll of the source because a link is missing in the replica. Lock-free, for any
/// thread.
final class MissGate: Sendable {
    /// The maximum number of waiting callers, each of which occupies a connection.
    static let mostWaiting = 1_024

    private let isOpen = Atomic(false)
    private let waiting = Atomic(0)

    /// Whether a caller may wait: the last poll was complete and in time, and few others wait.
    var admits: Bool { isOpen.load(ordering: .relaxed) && waiting.load(ordering: .relaxed) < Self.mostWaiting }

    /// Counts a waiting caller.
    func enter() { waiting.add(1, ordering: .relaxed) }

    /// Counts callers whose waits have ended.
    func leave(_ count: Int) { waiting.subtract(count, ordering: .relaxed) }

    /// Opens the gate, or closes it to new callers.
    func set(isOpen value: Bool) { isOpen.store(value, ordering: .relaxed) }
}
