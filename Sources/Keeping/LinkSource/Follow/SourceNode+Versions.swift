import Libevent
public import LinkStore
import Threads

/// A version of a shard: what a change is answered with, and what another node can be asked to have.
public struct LinkVersion: Sendable, Equatable, CustomStringConvertible {
    /// The shard of the link.
    public var shard: UInt8
    /// The version in the shard: the link's revision.
    public var number: UInt64

    /// The version that a link has.
    public init(_ record: LinkRecord) {
        shard = LinkBody.shard(of: record.key)
        number = record.revision
    }

    /// Reads `17:4711`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let shard = UInt8(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.shard = shard
        self.number = number
    }

    public var description: String { "\(shard):\(number)" }
}

/// Somebody who waits until the replica has some versions.
struct VersionWait {
    let versions: [LinkVersion]
    let limit: ContinuousClock.Instant
    let finish: @Sendable (Bool) -> Void
}

extension SourceNode {
    /// Waits until this node has some versions, or the time is up; `completion` is called once, on the loop's thread, with
    /// whether it has them. From any thread.
    public nonisolated func wait(
        for versions: [LinkVersion], patience: Duration, completion: @escaping @Sendable (Bool) -> Void
    ) {
        let wait = VersionWait(versions: versions, limit: .now + patience, finish: completion)
        loop.perform { self.assumeIsolated { $0.begin(wait, patience) } }
    }

    private func begin(_ wait: VersionWait, _ patience: Duration) {
        if hasNow(wait.versions) { return wait.finish(true) }
        versionWaits.append(wait)
        wakeFollower()
        Task(executorPreference: loop) {
            try? await self.loop.sleep(for: patience)
            await self.answerVersionWaits()
        }
    }

    private func hasNow(_ versions: [LinkVersion]) -> Bool {
        versions.allSatisfy { positions[Int($0.shard)].cursor >= $0.number }
    }

    /// Whether this node has some versions. From any thread.
    public nonisolated func has(_ versions: [LinkVersion]) -> Bool {
        let cursors = cursors.withLock(\.self)
        return versions.allSatisfy { cursors[Int($0.shard)] >= $0.number }
    }

    /// Answers those who waited long enough, or for what is there.
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
