import Synchronization

/// How much work may be done on request: so many steps, for so long, and only while it is wanted.
///
/// The work counts its steps and polls ``isReached``. A result of work that ended early has to report that. Used on any thread.
public final class WorkLimit: Sendable {
    /// How often it is asked whether the work is wanted.
    private static let interval = Duration.milliseconds(500)

    private let steps: Atomic<Int>
    private let reached = Atomic(false)
    private let end: ContinuousClock.Instant
    private let isWanted: @Sendable () -> Bool
    private let nextQuestion: Locked<ContinuousClock.Instant>

    /// - Parameters:
    ///   - steps: How many steps the work may take.
    ///   - time: How long it may take, from the creation of the limit.
    ///   - isWanted: Whether the result is still awaited; asked twice a second at most, and may take its time.
    public init(steps: Int, time: Duration, isWanted: @escaping @Sendable () -> Bool = { true }) {
        self.steps = Atomic(steps)
        self.isWanted = isWanted
        let now = ContinuousClock.now
        end = now + time
        nextQuestion = Locked(now + Self.interval)
    }

    /// Whether no more may be done; it stays so. Costs a look at the clock.
    public var isReached: Bool {
        if reached.load(ordering: .relaxed) { return true }
        let now = ContinuousClock.now
        guard now >= end || steps.load(ordering: .relaxed) <= 0 || isUnwanted(at: now) else { return false }
        reached.store(true, ordering: .relaxed)
        return true
    }

    /// How many of some steps may be taken: as many as are left.
    public func share(of count: Int) -> Int { isReached ? 0 : min(count, max(0, steps.load(ordering: .relaxed))) }

    /// Counts steps that were taken.
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
