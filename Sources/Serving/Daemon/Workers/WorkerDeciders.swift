import Access
import Clicks
import DecisionCache
import LinkStore
import LogFormats
import NodeLinks
import Pages
import Routing
import Server
import Settings
import Telemetry
import Threads

/// The deciders of the workers, and everything that they share: rules, links, logs, disabled sites, locations.
///
/// A worker reads this only when it starts. Later changes are sent to it as messages, between two requests.
final class WorkerDeciders: Sendable {
    let deciders: PerWorker<Decider>
    let server = CurrentServer()
    let settings: CurrentSettings
    let links: ServedLinks
    let records: DaemonRecords
    /// The counters of all workers.
    let metrics = MetricsStore()
    private let disabled: Locked<DisabledSites>
    private let level = Locked(LogLevelInForce())
    private let debugLog: DebugLog
    /// The location data of clients, from files that a reload reads again.
    private let locations: CurrentLocations

    /// Creates the deciders; throws if there is not enough memory for the patterns of the rules.
    init(_ ruleSet: RuleSet, _ settings: CurrentSettings, _ services: DaemonServices, _ locations: CurrentLocations)
        throws
    {
        let pages = try SitePages(ruleSet)
        deciders = try PerWorker(services.records.workers) { try Decider(ruleSet, pages) }
        (self.settings, links, records) = (settings, services.links, services.records)
        self.locations = locations
        disabled = Locked(services.disabledSites)
        debugLog = DebugLog(report: services.records.report)
    }

    /// The number of workers.
    var count: Int { records.workers }

    /// The decider shared by a worker's handlers. Initialized on the worker's thread by the first of them.
    func decider(of worker: Worker) -> Decider {
        let decider = deciders[worker]
        guard decider.recorder == nil else { return decider }
        decider.disable(disabledSites)
        decider.use(locations.value)
        if let store = links.store {
            let links = StoredLinks(store)
            decider.evaluator.shortLinks = links
            decider.links = links
            decider.linkCounter = LinkCounter(links, worker: worker)
            decider.source = sourceAccess
            worker.atEnd = { decider.linkCounter = nil }
        }
        let recorder = DecisionRecorder(decider.evaluator.ruleSet, worker: worker)
        decider.recorder = recorder
        records.equip(worker, decider, recorder, settings.value)
        return decider
    }

    // MARK: - Rules

    /// A rule set that is compiled for each worker.
    struct CompiledRules {
        fileprivate let ruleSet: RuleSet
        fileprivate let evaluators: PerWorker<CachingEvaluator>
        fileprivate let pages: SitePages
        fileprivate let facts: LoggedFacts?
    }

    /// Compiles the rules for each worker; `nil` if there is not enough memory for their patterns.
    func compile(_ ruleSet: RuleSet) -> CompiledRules? {
        guard let evaluators = try? PerWorker(count, make: { try Decider.evaluator(of: ruleSet) }),
            let pages = try? SitePages(ruleSet)
        else { return nil }
        let facts = records.logs?.eventRing == nil ? nil : LoggedFacts(ruleSet)
        return CompiledRules(ruleSet: ruleSet, evaluators: evaluators, pages: pages, facts: facts)
    }

    /// Sends the rules to all workers and waits until each has adopted them, or has ended.
    func distribute(_ rules: CompiledRules) {
        server.value?.runInAll { [metrics, deciders] worker in
            deciders[worker].replace(with: rules.evaluators[worker], rules.pages)
            if let old = deciders[worker].recorder?.replace(with: rules.ruleSet, rules.facts) {
                metrics.retire(old, ofWorker: worker.index)
            }
        }
        metrics.settle()
    }

    /// Sends the location files to all workers, if they were read again.
    func replaceLocations() {
        guard locations.takeChange() else { return }
        server.value?.runInAll { [deciders, locations] worker in deciders[worker].use(locations.value) }
    }

    /// Compares other candidate rules in all workers; `nil` for none.
    func use(_ evaluators: PerWorker<ShadowEvaluator>?, _ facts: LoggedFacts?) {
        server.value?.runInAll { [deciders, records] worker in
            let shadow = evaluators?[worker]
            let ring = facts == nil ? nil : records.logs?.decisionRing(of: worker.index)
            shadow?.attach(to: worker, ring.flatMap { ring in facts.map { DecisionLog(ring, $0) } })
            deciders[worker].use(shadow)
        }
    }

    // MARK: - Settings

    /// Applies reloaded settings to the server, the records and the handlers.
    ///
    /// - Parameter certificates: The certificates of the listeners.
    func use(_ old: DaemonSettings, _ new: DaemonSettings, _ certificates: FrontCertificates) {
        guard old != new, let trusted = try? TrustedPeers(new), let server = server.value else { return }
        let handlers = HandlerSettings(new, trusted: trusted)
        let former = records.replace(old, with: new, beside: links.store)
        let serverSettings = ServerSettings(new, trusted: trusted, certificates, workers: count)
        server.use(serverSettings.fittingDescriptors(records.report)) { [deciders, records] worker in
            let decider = deciders[worker]
            if let recorder = decider.recorder { records.equip(worker, decider, recorder, new) }
            for kind in ListenerKind.allCases {
                (worker.handler(for: kind) as? any SettingsReader)?.use(handlers)
            }
        }
        former.close()
    }

    // MARK: - Switches

    /// The sites disabled by an operator.
    var disabledSites: DisabledSites { disabled.withLock(\.self) }

    /// The disabled sites, without those that are enabled again by now.
    func disabledSites(at now: Int64) -> DisabledSites {
        disabled.withLock { sites in
            sites.forgetPast(at: now)
            return sites
        }
    }

    /// Disables exactly these sites. Waits a few seconds at most until all workers have applied the change: don't call it on
    /// an event loop's thread.
    func disable(_ sites: DisabledSites) {
        disabled.withLock { $0 = sites }
        server.value?.runInAll(seconds: 5) { [deciders] worker in deciders[worker].disable(sites) }
    }

    /// The log level in all workers.
    var logLevel: LogLevelInForce { level.withLock(\.self) }

    /// Sets the log level in all workers. Waits until they have applied it, a few seconds at most: don't call it on an event
    /// loop's thread.
    func setLogLevel(_ next: LogLevelInForce) {
        level.withLock { $0 = next }
        server.value?.runInAll(seconds: 5) { [debugLog] worker in
            worker.faultLog = next.level == .debug ? ClientFaults(debugLog, until: next.until, of: worker) : nil
        }
    }

    // MARK: - Counters

    /// Makes all workers store their counters. A worker that has ended has already stored its final ones. Waits a second at
    /// most: don't call it on an event loop's thread.
    func gather() {
        server.value?.runInAll(seconds: 1) { [metrics, deciders] worker in
            let decider = deciders[worker]
            metrics.update(
                worker.counters, decider.recorder?.counters, decider.shadow?.counters, ofWorker: worker.index)
        }
    }
}
