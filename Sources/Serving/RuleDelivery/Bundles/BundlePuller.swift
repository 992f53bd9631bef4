import ServiceFiles
package import Client
import ByteText
import Glibc
import OpenSSL
package import RuleBundle
import Threads

/// Fetches new rule bundles: at startup, periodically, and when an operator reloads.
///
/// Requests run on one thread at a time, never a worker's. Bundles are verified here; whether their rules are usable is
/// determined by the code that loads them, and reported back: ``propose(_:)``, then ``settle(_:)``.
package final class BundlePuller: Sendable {
    /// The result of a poll.
    package enum Result: Sendable {
        /// The server has the active bundle.
        case unchanged
        /// Another, verified bundle, to be adopted or refused.
        case found(FoundBundle)
        case failed(BundleFault)
    }

    fileprivate struct State: Sendable {
        var status: BundleStatus
        var current: BundleInUse?
        var currentDigest: String?
        /// The bundle whose rules are being loaded.
        var proposed: FoundBundle?
        /// The server's newest bundle, if it was refused.
        var refusal: Refusal?
        /// The number of failures since the last success.
        var failuresInARow = 0
        /// The number of the last operator request, and of the last one that was answered.
        var requested = 0
        var answered = 0
        var answer: Result?
        var isStopped = false
    }

    fileprivate struct Refusal: Sendable {
        var digest: String
        var tag: String?
        var fault: BundleFault
    }

    package let folder: BundleFolder
    private let fetch: BundleFetch
    private let keys: BundleKeys
    private let interval: Int
    package let report: @Sendable (String) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - interval: The polling interval in seconds.
    ///   - report: Receives lines for the operator; called on any thread.
    package init(
        _ fetch: BundleFetch, keys: BundleKeys, folder: BundleFolder, interval: Int,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.fetch = fetch
        self.keys = keys
        self.folder = folder
        self.interval = interval
        self.report = report
        state = Locked(State(status: BundleStatus(address: fetch.address.description)))
    }

    package var address: ServerURL { fetch.address }

    /// The active bundle, and the results of the last polls.
    package var status: BundleStatus { state.withLock(\.status) }

    /// The active bundle; `nil` before there is one.
    package var current: BundleInUse? { state.withLock(\.current) }

    // MARK: - Polling

    /// Activates the kept bundle until the server has a newer one; `nil` if there is none, or it can't be used.
    package func openKept() -> BundleInUse? {
        do throws(BundleFault) {
            guard let bundle = try folder.bundle(trusting: try trustedKeys()) else { return nil }
            let digest = Digest.sha256Hex(bundle.archive.span)
            let tag = folder.tag(of: digest)
            state.withLock { $0.use(bundle, digest: digest, tag: tag) }
            return current
        } catch {
            report("bundle: \(error); the kept bundle is not used")
            return nil
        }
    }

    /// Polls the server and verifies the bundle it returns. Waits for the network.
    ///
    /// - Parameters:
    ///   - isFresh: Whether to examine a refused bundle again, as keys may have changed since.
    ///   - patience: The time limit, in addition to 10 seconds for the name lookup.
    package func look(isFresh: Bool, patience: Duration = .seconds(60)) -> Result {
        let (tag, refusal) = state.withLock { state in
            if isFresh { state.refusal = nil }
            return (state.refusal.map(\.tag) ?? state.status.tag, state.refusal)
        }
        do throws(BundleFault) {
            switch try fetch.run(knowing: tag, patience: patience) {
            case .notModified:
                if let refusal { throw refusal.fault }
                confirm(tag: tag)
                return .unchanged
            case .body(let archive, let tag): return try examine(archive, tag: tag)
            }
        } catch {
            fail(error)
            return .failed(error)
        }
    }

    private func examine(_ archive: [UInt8], tag: String?) throws(BundleFault) -> Result {
        let digest = Digest.sha256Hex(archive.span)
        let (current, currentDigest, refusal) = state.withLock { ($0.current, $0.currentDigest, $0.refusal) }
        if digest == currentDigest {
            let isKnown = state.withLock { state in
                state.refusal = nil
                return state.status.tag == tag
            }
            if !isKnown { try? folder.keep(tag: tag, digest: digest) }
            confirm(tag: tag)
            return .unchanged
        }
        if let refusal, refusal.digest == digest { throw refusal.fault }
        do throws(BundleFault) {
            let bundle = try SignedBundle(archive, trusting: try trustedKeys())
            try refuseOlder(bundle, than: current)
            return .found(FoundBundle(bundle: bundle, digest: digest, tag: tag))
        } catch {
            let fault = BundleFault(error.kind, "\(address): \(error)")
            state.withLock { $0.refusal = Refusal(digest: digest, tag: tag, fault: fault) }
            throw fault
        }
    }

    /// Refuses a bundle older than the active one: an attacker who can replay old bundles must not bring back their mistakes.
    private func refuseOlder(_ new: SignedBundle, than current: BundleInUse?) throws(BundleFault) {
        guard let own = current?.manifest, new.manifest.revision <= own.revision else { return }
        // Identical rules, signed with another key.
        if new.manifest.revision == own.revision, new.manifest.files == own.files { return }
        let isSame = new.manifest.revision == own.revision
        throw BundleFault(
            .rollback,
            (isSame
                ? "revision \(own.revision) again, with other files"
                : "revision \(new.manifest.revision) is older than \(own.revision), which is in use")
                + "; sign it with a higher --revision, or stop the daemon and remove \(folder.file)")
    }

    private func trustedKeys() throws(BundleFault) -> [VerifyingKey] {
        do throws(FileFault) { return try keys.load() } catch { throw BundleFault(.signature, error.description) }
    }

    // MARK: - Adopting and refusing bundles

    /// Whether the bundle activated in the meantime is newer than a found one.
    package func isOutdated(_ found: FoundBundle) -> Bool {
        let own = state.withLock { $0.current?.manifest.revision }
        return own.map { found.bundle.manifest.revision < $0 } ?? false
    }

    /// Announces that the rules of a found bundle are being loaded.
    package func propose(_ found: FoundBundle) { state.withLock { $0.proposed = found } }

    /// Reports the result of loading the proposed bundle: its rules are active, or were refused with these problems. Does
    /// nothing if none was proposed.
    package func settle(_ problems: [String]) {
        let proposed = state.withLock { state in
            defer { state.proposed = nil }
            return state.proposed
        }
        guard let proposed else { return }
        if problems.isEmpty { adopt(proposed) } else { refuse(proposed, problems) }
    }

    /// Activates a bundle and keeps it on disk. If that fails, the fault is reported, but the bundle is used.
    package func adopt(_ found: FoundBundle) {
        state.withLock { $0.use(found.bundle, digest: found.digest, tag: found.tag) }
        do {
            try folder.keep(found.bundle.archive, digest: found.digest, tag: found.tag)
            confirm(tag: found.tag)
        } catch {
            confirm(tag: found.tag)
            fail(BundleFault(.storage, "\(folder.file): the bundle is used but not kept: \(error)"))
        }
    }

    /// Refuses a bundle whose rules have errors. It is not examined again until the server has another one.
    package func refuse(_ found: FoundBundle, _ problems: [String]) {
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        let fault = BundleFault(
            .rules,
            "\(address): revision \(found.bundle.manifest.revision) can't be used: \(problems.first ?? "")\(more)"
        )
        state.withLock { $0.refusal = Refusal(digest: found.digest, tag: found.tag, fault: fault) }
        fail(fault)
    }

    /// Records that the server has the active bundle.
    private func confirm(tag: String?) {
        let hadFailed = state.withLock { state in
            defer { state.failuresInARow = 0 }
            state.status.tag = tag
            state.status.lastSuccess = Int64(time(nil))
            return state.failuresInARow > 0
        }
        if hadFailed { report("bundle: \(address) is reachable again") }
    }

    /// Records a fault. Repetitions are reported only once.
    private func fail(_ fault: BundleFault) {
        let isNew = state.withLock { state in
            let isNew = state.failuresInARow == 0 || state.status.lastFailure?.fault != fault
            state.failuresInARow += 1
            state.status.failures[fault.kind, default: 0] += 1
            state.status.lastFailure = BundleStatus.Failure(time: Int64(time(nil)), fault: fault)
            return isNew
        }
        // At startup, before there are any rules, the fault ends the daemon and is reported there.
        if isNew, current != nil { report("bundle: \(fault)") }
    }
}

/// A verified bundle of the server that is not yet active.
package struct FoundBundle: Sendable {
    package var bundle: SignedBundle
    /// The SHA-256 of the archive.
    var digest: String
    var tag: String?
}

extension BundlePuller.State {
    fileprivate mutating func use(_ bundle: SignedBundle, digest: String, tag: String?) {
        (current, currentDigest, refusal) = (BundleInUse(bundle), digest, nil)
        status.revision = bundle.manifest.revision
        status.created = bundle.manifest.created
        status.key = bundle.key.id
        status.tag = tag
    }
}

// MARK: - The thread

extension BundlePuller {
    /// Starts polling. `deliver` is called with each bundle that is found, on the polling thread.
    package func start(_ deliver: @escaping @Sendable (FoundBundle) -> Void) {
        SystemThread(name: "bundle") { [self] in
            while let ticket = waitForNext() {
                let result = look(isFresh: ticket > 0)
                if ticket > 0 {
                    state.withLock { ($0.answer, $0.answered) = (result, ticket) }
                } else if case .found(let found) = result {
                    deliver(found)
                }
            }
        }.detach()
    }

    /// Ends the thread. Does not wait for a poll in progress, whose result is dropped.
    package func stop() { state.withLock { $0.isStopped = true } }

    /// Polls immediately and waits for the result. Must not be called on the polling thread.
    package func lookNow() -> Result {
        let ticket = state.withLock { state in
            state.requested += 1
            return state.requested
        }
        return state.wait { state in
            if state.isStopped { return .failed(BundleFault(.unreachable, "the daemon is stopping")) }
            guard state.answered >= ticket, let answer = state.answer else { return nil }
            state.answer = nil
            return answer
        }
    }

    /// Waits until the next poll is due, and returns zero, or for an operator request, and returns its number; `nil` to end.
    private func waitForNext() -> Int? {
        let pause = pause(after: state.withLock(\.failuresInARow))
        let next: Int?? = state.wait(seconds: pause) { state in
            if state.isStopped { return .some(nil) }
            return state.requested > state.answered ? .some(state.requested) : nil
        }
        return next ?? 0
    }

    /// The seconds until the next poll, varied by 10% so that the nodes of a fleet do not poll all at once. Doubled with each
    /// failure, up to five minutes or the interval, whichever is longer.
    func pause(after failures: Int) -> Int {
        let longest = max(interval, 300)
        let seconds = min(longest, interval << min(failures, 8))
        return max(1, seconds + Int.random(in: -seconds / 10...seconds / 10))
    }
}
