import Access
import Clicks
import Glibc
import HTTP
import Libevent
import LogFormats
import Routing
import RuleDelivery
import Settings
import Telemetry
import Threads

/// The active rules, and the means to replace them at run time: loads rules on a separate thread, one reload at a time,
/// distributes them to the workers, and records the result.
final class RuleReloads: Sendable {
    /// Loads rules; returns `nil` if there is nothing to replace.
    typealias Load = @Sendable () -> Daemon.Reload?
    /// Applies reloaded settings. Called on the reload thread.
    typealias SettingsUser = @Sendable (_ old: DaemonSettings, _ new: DaemonSettings) -> Void

    private struct Current {
        var ruleSet: RuleSet
        var record: ReloadRecord
    }

    /// The maximum number of waiting reload requests, all of which read the same files.
    private static let mostReloads = 8

    /// The bundle fetcher, or `nil` if the rules are from a directory.
    let bundles: BundlePuller?
    /// Keeps the rule sets that come into force; `nil` without a store.
    let ruleSets: RuleSetRecorder?
    private let current: Locked<Current>
    private let load: Load
    private let deciders: WorkerDeciders
    private let shadow: ShadowRules
    private let serviceManager: ServiceManager
    private let settingsUsers = Locked<[SettingsUser]>([])
    private let thread = JobThread(name: "reload")

    /// - Parameter load: Loads the rules again. Called on a thread that may block, one call at a time.
    init(
        _ ruleSet: RuleSet, _ deciders: WorkerDeciders, _ shadow: ShadowRules, _ bundles: BundlePuller?,
        _ ruleSets: RuleSetRecorder?, _ serviceManager: ServiceManager, load: @escaping @Sendable () -> Daemon.Reload
    ) {
        let record = ReloadRecord(hash: ruleSet.hash, loaded: Int64(time(nil)))
        current = Locked(Current(ruleSet: ruleSet, record: record))
        (self.deciders, self.shadow, self.bundles, self.ruleSets) = (deciders, shadow, bundles, ruleSets)
        (self.serviceManager, self.load) = (serviceManager, load)
        recordInForce()
    }

    /// The active rules.
    var ruleSet: RuleSet { current.withLock(\.ruleSet) }

    /// The state of the active rules, and the result of the last reload.
    var record: ReloadRecord { current.withLock(\.record) }

    /// Adds a user of the settings, which is called after each reload, in the order of these calls.
    func applySettings(_ user: @escaping SettingsUser) { settingsUsers.withLock { $0.append(user) } }

    /// Loads the candidate rules, and compares them with the active ones.
    func loadShadow() { shadow.load(besides: ruleSet) }

    /// Waits for reloads in progress, which must not be interrupted by the end of the process.
    func finish() { thread.finish() }

    // MARK: - Reloading

    /// Loads and distributes the rules; then calls a closure with the result, on the reload thread.
    ///
    /// - Parameter audited: The request's audit record, or `nil` for a signal.
    func reload(audited: AuditedRequest?, then end: @escaping @Sendable (Daemon.Reload) -> Void = { _ in }) {
        let isAdmitted = thread.run(unlessMoreWaitThan: audited == nil ? .max : Self.mostReloads) { [self] in
            guard let result = replace(by: load, isOfAll: true) else { return }
            if let audited { deciders.records.audit.record(audited, result.status, ruleSet: ruleSet.hash) }
            announce(result)
            end(result)
        }
        if !isAdmitted { end(.unavailable("too many pending reloads; try again later")) }
    }

    /// Distributes rules that are loaded by a closure.
    func reload(by load: @escaping Load) {
        thread.run { [self] in
            if let result = replace(by: load, isOfAll: false) { announce(result) }
        }
    }

    /// Loads and distributes rules, and records the result; `nil` if there is nothing to replace.
    ///
    /// - Parameter isOfAll: Whether the candidate rules are also loaded again.
    private func replace(by load: Load, isOfAll: Bool) -> Daemon.Reload? {
        serviceManager.reloading()
        guard let loaded = load() else {
            serviceManager.ready()
            return nil
        }
        deciders.replaceLocations()
        let result = replace(with: loaded)
        let hasOtherShadow = result.settings.map(use) ?? false
        recordInForce()
        isOfAll || hasOtherShadow ? loadShadow() : shadow.pair(with: ruleSet)
        switch result {
        case .loaded: bundles?.settle([])
        case .refused(let problems): bundles?.settle(problems)
        case .unavailable: break
        }
        record(result)
        return result
    }

    /// Records that the workers' rule set is in force.
    private func recordInForce() {
        ruleSets?.cameIntoForce(ruleSet.hash, at: Int64(time(nil)), ruleSetLimits)
    }

    /// Removes former rule sets that have become too old.
    func removeOldRuleSets() { ruleSets?.remove(beyond: ruleSetLimits, at: Int64(time(nil))) }

    private var ruleSetLimits: RuleSetFolder.Limits {
        let settings = deciders.settings.value.receipts
        return RuleSetFolder.Limits(days: settings.keepDays, megabytes: settings.megabytes)
    }

    private func announce(_ result: Daemon.Reload) {
        if case .loaded(let ruleSet, _, _) = result { deciders.records.report("reload: \(ruleSet.hash)") }
        serviceManager.ready()
    }

    private func replace(with reload: Daemon.Reload) -> Daemon.Reload {
        guard let ruleSet = reload.ruleSet else { return reload }
        let old = self.ruleSet
        // Unchanged files result in equal rules: nothing is replaced.
        guard old.hash != ruleSet.hash || old.development != ruleSet.development else { return reload }
        // Before anything is replaced. All patterns and templates were compiled when the rules were read, so only memory can
        // be lacking.
        guard let compiled = deciders.compile(ruleSet) else {
            return .refused(["not enough memory for the patterns of the rules"])
        }
        current.withLock { $0.ruleSet = ruleSet }
        deciders.distribute(compiled)
        // The old rules are freed here, since freeing many of them takes longer than a click may wait.
        withExtendedLifetime(old) {}
        return reload
    }

    /// Applies those of the new settings that a reload may change. Waits for all workers.
    ///
    /// - Parameter next: Settings checked by ``DaemonLoader``.
    /// - Returns: Whether the candidate rules have changed, and have to be loaded.
    private func use(_ next: ResolvedSettings) -> Bool {
        let settings = deciders.settings
        let old = settings.value
        settings.reload(next)
        let new = settings.value
        for user in settingsUsers.withLock(\.self) { user(old, new) }
        for row in settings.pending { deciders.records.report("reload: warning: \(row.pendingText ?? "")") }
        return old.shadow != new.shadow
    }

    /// Records the result of a reload, also in the decision log.
    private func record(_ result: Daemon.Reload) {
        let second = Int64(time(nil))
        let (record, previous) = current.withLock { current in
            let previous = current.record.hash
            switch result {
            case .loaded(let ruleSet, _, let warnings):
                current.record.succeed(ruleSet.hash, at: second, warnings: warnings)
            case .refused(let problems): current.record.fail(problems, at: second)
            case .unavailable(let problem, _, _): current.record.fail([problem], at: second)
            }
            return (current.record, previous)
        }
        let line = DecisionLineWriter.line(
            ofReload: record.result, ruleSet: record.hash, previous: previous, at: .now)
        deciders.records.logs?.eventRing?.append(line.span)
    }
}

extension Daemon.Reload {
    /// The status of the response to a reload request.
    fileprivate var status: Status { refusal?.status ?? .ok }
}
