import Libevent
import Synchronization
import Threads

/// Links that are missing in the replica because they were just created through another node: one poll of the source
/// serves all requests that wait for it.
extension SourceNode {
    /// A caller that waits for a poll.
    struct MissWait {
        /// The number of the last poll that had begun before.
        let look: UInt64
        let limit: ContinuousClock.Instant
        let finish: @Sendable () -> Void
    }

    /// The maximum time that a caller waits.
    static let missPatience: Duration = .milliseconds(250)
    /// The minimum time between two polls for missing links, which bounds the cost of unknown codes at the source.
    static let missInterval: Duration = .milliseconds(50)

    /// Whether a poll of the source could deliver a missing link in time. If not, callers should not wait: the source
    /// is unreachable or slow, this node lags, or too many others wait. From any thread, without a lock.
    public nonisolated var looksForMissing: Bool { missGate.admits }

    /// Requests another poll of the source. `completion` is called once, on the loop's thread, when the replica has
    /// everything the source had at the time of the call, or after a quarter of a second. From any thread.
    public nonisolated func lookForMissing(completion: @escaping @Sendable () -> Void) {
        missGate.enter()
        loop.perform { self.assumeIsolated { $0.beginMiss(completion) } }
    }

    /// Polls for a missing link as ``lookForMissing(completion:)`` does, for a thread that may block; `false` if it did
    /// not wait.
    public nonisolated func awaitMissing() -> Bool {
        guard looksForMissing else { return false }
        let hasLooked = Locked(false)
        lookForMissing { hasLooked.withLock { $0 = true } }
        return hasLooked.wait(seconds: 1) { $0 ? () : nil } != nil
    }

    private func beginMiss(_ completion: @escaping @Sendable () -> Void) {
        missWaits.append(MissWait(look: looksBegun, limit: .now + Self.missPatience, finish: completion))
        guard !isStopping else { return endMisses() }
        if !isWakingForMisses {
            isWakingForMisses = true
            Task(executorPreference: loop) { await self.wakeForMisses() }
        }
        guard !isTimingMisses else { return }
        isTimingMisses = true
        Task(executorPreference: loop) { await self.timeMisses() }
    }

    /// Shortens the follower's pause. A poll in progress is left alone: the next one follows soon.
    private func wakeForMisses() async {
        while !missWaits.isEmpty, let pause = remainder(of: max(Self.missInterval, lookPause)) {
            try? await loop.sleep(for: pause)
        }
        isWakingForMisses = false
        if !missWaits.isEmpty { wakeFollower() }
    }

    /// The rest of a pause since the last poll; `nil` if it is over.
    private func remainder(of pause: Duration) -> Duration? {
        let rest = pause - (ContinuousClock.now - lastLookEnd)
        return rest > .zero ? rest : nil
    }

    /// Ends waits that take too long.
    private func timeMisses() async {
        while let first = missWaits.first {
            let rest = first.limit - ContinuousClock.now
            if rest > .zero { try? await loop.sleep(for: rest) } else { endLateMisses() }
        }
        isTimingMisses = false
    }

    /// Ends the waits whose time is up. No others are admitted until a poll has been complete again; those that began
    /// later may still get what they wait for.
    private func endLateMisses() {
        missGate.set(isOpen: false)
        let now = ContinuousClock.now
        finishMisses(missWaits.prefix { $0.limit <= now }.count)
    }

    /// Ends all waits, and admits no others.
    func endMisses() {
        missGate.set(isOpen: false)
        finishMisses(missWaits.count)
    }

    /// Ends the waits that began before a complete poll.
    func concludeMisses() {
        missGate.set(isOpen: lookPause < Self.missPatience)
        finishMisses(missWaits.prefix { $0.look < looksBegun }.count)
    }

    private func finishMisses(_ count: Int) {
        guard count > 0 else { return }
        let finished = missWaits.prefix(count)
        missWaits.removeFirst(count)
        missGate.leave(count)
        for wait in finished { wait.finish() }
    }
}

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
