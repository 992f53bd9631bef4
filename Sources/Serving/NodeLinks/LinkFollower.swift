import ByteText
import Client
import Glibc
import HTTP
package import LinkPublication
package import LinkSource
package import LinkStore
import OpenSSL
package import RuleBundle
package import RuleDelivery
import ServiceFiles
import Threads

/// Follows published links: fetches changes into the local store, on its own thread.
///
/// It replaces a ``SourceNode`` if the source is unreachable from here, and reports its state in the same form.
package final class LinkFollower: Sendable {
    /// The state of the publication.
    package struct Status: Sendable {
        /// The sequence number of the local publication.
        package var sequence: UInt64 = 0
        /// When the publisher last confirmed that these links are current, in seconds since 1970.
        package var created: Int64?
        /// The number of failures by kind, since startup.
        package var failures: [BundleFault.Kind: UInt64] = [:]
    }

    private struct State: Sendable {
        var condition = SourceCondition()
        var status = Status()
        /// The last manifest of the server, and its tag.
        var manifest: PublicationManifest?
        var tag: String?
        var failuresInARow = 0
        /// Whether the lack of a newer manifest has been reported.
        var isOverdue = false
        var isStopped = false
    }

    private let fetch: SignedFileFetch
    private let keys: BundleKeys
    private let copy: PublishedCopy
    private let interval: Int
    private let report: @Sendable (String) -> Void
    private let state: Locked<State>
    private let started = ContinuousClock.now
    /// The idle timeout of a response.
    private static let patience: Duration = .seconds(30)

    /// - Parameters:
    ///   - interval: The polling interval in seconds.
    ///   - report: Receives lines for the operator; called on any thread.
    package init(
        _ fetch: SignedFileFetch, keys: BundleKeys, copy: PublishedCopy, interval: Int,
        report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        (self.fetch, self.keys, self.copy, self.interval, self.report) = (fetch, keys, copy, interval, report)
        var state = State()
        state.condition.isComplete = try copy.store.isComplete()
        state.status.sequence = try copy.store.publishedMark().sequence
        self.state = Locked(state)
    }

    /// The state of replication. Callable from any thread.
    package var condition: SourceCondition { state.withLock(\.condition) }

    /// The state of the publication. Callable from any thread.
    package var status: Status { state.withLock(\.status) }

    /// Whether the node is ready for clicks: it has completed the initial sync, and has caught up since startup. If the
    /// server does not respond for some time, the node serves the links that it has.
    package var isReady: Bool {
        let condition = condition
        guard condition.isComplete, !condition.hasCaughtUp else { return condition.isComplete }
        return ContinuousClock.now - started > (condition.lastSuccess == nil ? .seconds(10) : .seconds(60))
    }

    // MARK: - On the follower's thread

    /// Starts following.
    package func start() {
        SystemThread(name: "link files") { [self] in
            while !isStopped {
                look()
                let pause = pause(after: state.withLock(\.failuresInARow))
                _ = state.wait(seconds: pause) { $0.isStopped ? () : nil }
            }
        }.detach()
    }

    /// Ends the thread. Does not wait for a request in progress.
    package func stop() { state.withLock { $0.isStopped = true } }

    private var isStopped: Bool { state.withLock(\.isStopped) }

    /// The seconds until the next poll, varied by 10% so that nodes do not poll all at once. Doubled with each failure, up to
    /// a minute or the interval, whichever is longer.
    func pause(after failures: Int) -> Int {
        let seconds = min(max(interval, 60), interval << min(failures, 6))
        return max(1, seconds + Int.random(in: -seconds / 10...seconds / 10))
    }

    // MARK: - Polling

    /// Polls once, and applies the changes. Waits for the network and the disk.
    func look() {
        do throws(BundleFault) {
            let manifest = try manifest()
            let work = try inPlace { () throws(BundleFault) in try copy.work(for: manifest) }
            note(work)
            if !work.isDone {
                try collect(work)
                try inPlace { () throws(BundleFault) in try copy.take(work) { !isStopped } }
                guard !isStopped else { return }
            }
            confirm(work)
        } catch { fail(error) }
        noteOverdue(at: Int64(time(nil)))
    }

    /// Fetches the current manifest.
    private func manifest() throws(BundleFault) -> PublicationManifest {
        let (known, tag) = state.withLock { ($0.manifest, $0.tag) }
        let answer = try fetch.run(
            PublicationManifest.name, accept: "*/*", knowing: known == nil ? nil : tag,
            limit: PublicationManifest.maximumBytes, patience: Self.patience)
        guard case .file(let file) = answer else {
            guard let known else { preconditionFailure("no tag was sent without a manifest") }
            return known
        }
        let manifest = try inPlace { () throws(BundleFault) in
            try PublicationManifest(file.body, trusting: try trustedKeys())
        }
        state.withLock { ($0.manifest, $0.tag) = (manifest, file.head["etag"]) }
        return manifest
    }

    private func trustedKeys() throws(BundleFault) -> [VerifyingKey] {
        do throws(FileFault) { return try keys.load() } catch { throw BundleFault(.signature, error.description) }
    }

    /// Fetches missing files. An interrupted fetch continues with the next poll.
    private func collect(_ work: PublishedCopy.Work) throws(BundleFault) {
        try copy.folder.make()
        copy.folder.clean(keeping: Set(work.files))
        for file in work.files where !copy.folder.has(file) {
            guard !isStopped else { return }
            let answer = try fetch.run(
                file.name, accept: "application/gzip, */*;q=0.1", limit: PublicationManifest.maximumFileBytes,
                patience: Self.patience)
            guard case .file(let response) = answer else { continue }
            try inPlace { () throws(BundleFault) in try file.verify(response.body) }
            try copy.folder.put(response.body)
        }
    }

    /// Adds the address to faults.
    private func inPlace<Value>(_ body: () throws(BundleFault) -> Value) throws(BundleFault) -> Value {
        do throws(BundleFault) { return try body() } catch {
            throw error.kind == .storage ? error : BundleFault(error.kind, "\(fetch.folder): \(error)")
        }
    }

    // MARK: - State

    private func note(_ work: PublishedCopy.Work) {
        let now = Int64(time(nil))
        state.withLock { state in
            state.condition.lag = UInt64(work.rows)
            if !work.isDone { state.condition.behindSince = state.condition.behindSince ?? now }
        }
    }

    /// Records that the store has the links of the manifest.
    private func confirm(_ work: PublishedCopy.Work) {
        let refused = (try? copy.store.publishedMark().refused) ?? 0
        let now = Int64(time(nil))
        let (wasReachable, wasComplete) = state.withLock { state in
            let was = (state.condition.isReachable, state.condition.isComplete)
            state.condition.isReachable = true
            state.condition.fault = nil
            state.condition.storeFault = nil
            state.condition.lastSuccess = now
            state.condition.isComplete = true
            state.condition.hasCaughtUp = true
            state.condition.lag = 0
            state.condition.behindSince = nil
            state.condition.rowsFollowed += UInt64(work.rows)
            state.condition.rowsRefused = refused
            state.status.sequence = work.manifest.sequence
            state.status.created = max(state.status.created ?? 0, work.manifest.created)
            state.failuresInARow = 0
            return was
        }
        if !wasReachable { report("links: following \(fetch.folder)") }
        if !wasComplete { report("links: the copy is complete: \(counted(work.manifest.links, "link"))") }
    }

    /// Records a fault. Repetitions are reported only once.
    private func fail(_ fault: BundleFault) {
        let isNew = state.withLock { state in
            let isNew = state.failuresInARow == 0 || state.condition.fault != fault.description
            state.failuresInARow += 1
            state.status.failures[fault.kind, default: 0] += 1
            state.condition.isReachable = fault.kind == .storage
            state.condition.fault = fault.description
            state.condition.storeFault = fault.kind == .storage ? fault.description : nil
            return isNew
        }
        if isNew { report("links: \(fault)") }
    }

    /// Reports an overdue manifest: an active publisher confirms its links regularly; otherwise they may have changed.
    func noteOverdue(at now: Int64) {
        let line: String? = state.withLock { state in
            guard let manifest = state.manifest, let until = manifest.until, now > until else {
                state.isOverdue = false
                return nil
            }
            state.condition.behindSince = min(state.condition.behindSince ?? manifest.created, manifest.created)
            defer { state.isOverdue = true }
            return state.isOverdue
                ? nil : "links: the publisher has not confirmed its links since \(Timestamp.text(manifest.created))"
        }
        if let line { report(line) }
    }
}

extension LinkFollower: LinkWriter {
    /// Refuses the change: links are changed at their publisher.
    package func submit(_ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void)
    {
        completion(.failure(.published(place: fetch.folder)))
    }
}
