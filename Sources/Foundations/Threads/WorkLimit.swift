import Synchronization

/// A limit for on-demand work: a number of steps, a duration, and a check whether the result is still wanted.
///
/// The work counts its steps and polls ``isReached``. It must report if its result is incomplete. Thread-safe.
public final class WorkLimit: Sendable {
    /// The minimum interval between calls of `isWanted`.
    private static let interval = Duration.milliseconds(500)

    private let steps: Atomic<Int>
    private let reached = Atomic(false)
    private let end: ContinuousClock.Instant
    private let isWanted: @Sendable () -> Bool
    private let nextQuestion: Locked<ContinuousClock.Instant>

    /// - Parameters:
    ///   - steps: The maximum number of steps.
    ///   - time: The maximum duration, from the creation of the limit.
    ///   - isWanted: Whether the result is still awaited. Called at most twice a second; may be slow.
    public init(steps: Int, time: Duration, isWanted: @escaping @Sendable () -> Bool = { true }) {
        self.steps = Atomic(steps)
        self.isWanted = isWanted
        let now = ContinuousClock.now
        end = now + time
        nextQuestion = Locked(now + Self.interval)
    }

    /// Whether the work must end. Never reverts to false. Costs a clock reading.
    public var isReached: Bool {
        if reached.load(ordering: .relaxed) { return true }
        let now = ContinuousClock.now
        guard now >= end || steps.load(ordering: .relaxed) <= 0 || isUnwanted(at: now) else { return false }
        reached.store(true, ordering: .relaxed)
        return true
    }

    /// The number of steps allowed out of `count`.
    public func share(of count: Int) -> Int { isReached ? 0 : min(count, max(0, steps.load(ordering: .relaxed))) }

    /// Counts completed steps.
    public func spend(_ count: Int) { steps.subtract(count, ordering: .relaxed) }

    private func isUnwanted(at now: ContinuousClock.Instant) -> Bool {
        let asks = nextQuestion.withLock { next in
            guard now >= next else { return false }
            next = now + Self.interval
            return true
        }
        return asks && !isWanted()
    }
}
