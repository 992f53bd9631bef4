import ByteText
import OpenSSL
package import Rules
import Threads

/// Keeps the rule sets that come into force (``RuleSetFolder``), for a daemon. A fault, such as a full disk, is reported and
/// counted; the rules are used nevertheless.
package final class RuleSetRecorder: Sendable {
    private struct State {
        /// The list of denied targets of kept rule sets that are not yet in force, by hash.
        var denied: [String: String] = [:]
        /// Whether a kept rule set is not yet in force, so that no record protects it from removal.
        var isEntering = false
        var status = Status()
    }

    /// The extent of the folder, and the number of faults since startup.
    package struct Status: Sendable, Equatable {
        package var extent = RuleSetFolder.Extent()
        package var faults: UInt64 = 0
    }

    private let folder: Locked<RuleSetFolder>
    private let report: @Sendable (String) -> Void
    private let state = Locked(State())

    /// - Parameter store: The directory of the store.
    package init(beside store: String, report: @escaping @Sendable (String) -> Void) {
        (folder, self.report) = (Locked(RuleSetFolder(beside: store)), report)
    }

    /// The current status.
    package var status: Status { state.withLock(\.status) }

    /// Keeps a rule set before it comes into force.
    package func keep(_ loaded: LoadedRules, development: Bool) {
        let denied = loaded.content.deniedTargets.map { Digest.sha256Hex($0.span) }
        do {
            try folder.withLock { folder in
                state.withLock { $0.isEntering = true }
                try folder.keep(loaded, development: development)
            }
            state.withLock { $0.denied[loaded.hash] = denied }
        } catch { fail(loaded.hash, error) }
    }

    /// Records that a rule set came into force, and removes those beyond the limits.
    package func cameIntoForce(_ hash: String, at time: Int64, _ limits: RuleSetFolder.Limits) {
        let denied = state.withLock { state in
            defer { state.denied = [:] }
            return state.denied[hash]
        }
        folder.withLock { folder in
            do { try folder.cameIntoForce(hash, denied: denied, at: time, limits) } catch { fail(hash, error) }
            state.withLock { $0.isEntering = false }
            measure(folder)
        }
    }

    /// Removes the rule sets beyond the limits: those of a daemon that runs for months become too old without a reload.
    package func remove(beyond limits: RuleSetFolder.Limits, at time: Int64) {
        folder.withLock { folder in
            guard !state.withLock(\.isEntering) else { return }
            do { try folder.remove(beyond: limits, at: time) } catch {
                report("former rule sets that are too old can't be removed: \(error)")
            }
            measure(folder)
        }
    }

    private func measure(_ folder: RuleSetFolder) {
        let extent = folder.extent
        state.withLock { $0.status.extent = extent }
    }

    private func fail(_ hash: String, _ error: any Error) {
        state.withLock { $0.status.faults += 1 }
        report("rule set \(hash) is used but not kept: \(error); its decisions can't be explained later")
    }
}
