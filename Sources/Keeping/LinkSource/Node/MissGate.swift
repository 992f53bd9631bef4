import Synchronization

/// Bounds the callers that wait for a look at the source because a link is missing here. Used from any thread, without a lock.
final class MissGate: Sendable {
    /// How many may wait at once: each is a connection that is kept.
    static let mostWaiting = 1_024

    private let isOpen = Atomic(false)
    private let waiting = Atomic(0)

    /// Whether a caller may wait: the last look brought everything, in time, and few others wait.
    var admits: Bool { isOpen.load(ordering: .relaxed) && waiting.load(ordering: .relaxed) < Self.mostWaiting }

    /// Counts a caller that waits.
    func enter() { waiting.add(1, ordering: .relaxed) }

    /// Counts callers that have their answers.
    func leave(_ count: Int) { waiting.subtract(count, ordering: .relaxed) }

    /// Opens the gate, or closes it to new callers.
    func set(isOpen value: Bool) { isOpen.store(value, ordering: .relaxed) }
}
