import Libevent
import LinkStore
import Threads

extension SourceNode {
    /// Waits until this node has reached some versions or the time is up. `completion` is called once, on the loop's
    /// thread, with whether it has them. From any thread.
    public nonisolated func wait(
        for versions: [LinkVersion], patience: Duration, completion: @escaping @Sendable (Bool) -> Void
    ) {
        let wait = VersionWait(versions: versions, limit: .now + patience, finish: completion)
        loop.perform { self.assumeIsolated { $0.begin(wait, patience) } }
    }

    private func begin(_ wait: VersionWait, _ patience: Duration) {
        if hasNow(wait.versions) { return wait.finish(true) }
        // The follower polls more often while callers wait, so versions that the source can't have assigned are
        // rejected.
        guard wait.versions.allSatisfy(canBe) else { return wait.finish(false) }
        versionWaits.append(wait)
        wakeFollower()
        Task(executorPreference: loop) {
            try? await self.loop.sleep(for: patience)
            await self.answerVersionWaits()
        }
    }

    /// Whether the source may have assigned a version since the last poll.
    private func canBe(_ version: LinkVersion) -> Bool {
        lastHeads.isEmpty || version.number <= lastHeads[Int(version.shard)] + 1_000_000
    }

    private func hasNow(_ versions: [LinkVersion]) -> Bool {
        versions.allSatisfy { positions[Int($0.shard)].cursor >= $0.number }
    }

    /// Whether this node has reached some versions. From any thread.
    public nonisolated func has(_ versions: [LinkVersion]) -> Bool {
        let cursors = cursors.withLock(\.self)
        return versions.allSatisfy { cursors[Int($0.shard)] >= $0.number }
    }

    /// Completes the waits whose versions have arrived or whose time is up.
    func answerVersionWaits() {
        guard !versionWaits.isEmpty else { return }
        let now = ContinuousClock.now
        var rest: [VersionWait] = []
        for wait in versionWaits {
            if hasNow(wait.versions) {
                wait.finish(true)
            } else if wait.limit <= now || isStopping {
                wait.finish(false)
            } else {
                rest.append(wait)
            }
        }
        versionWaits = rest
    }
}
