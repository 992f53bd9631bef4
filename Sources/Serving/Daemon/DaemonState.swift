import AdminAPI
import Clicks
import LinkStore
import NodeLinks
import Routing
import RuleDelivery
import Settings
import TargetChecks
import Telemetry

/// The state of one daemon, by part: rules, candidate rules, workers, links, records.
struct DaemonState: Sendable {
    let rules: RuleReloads
    let shadow: ShadowRules
    let deciders: WorkerDeciders
    /// The certificates of the front's TLS listeners.
    let certificates: FrontCertificates
    /// Checks targets of links; `nil` if the daemon never does.
    let targetChecks: TargetChecks?
    /// The samples for rates. Empty unless there is a control socket.
    let sampler: ActivitySampler
    /// The program's version.
    let version: String

    /// Creates the workers' deciders; throws if there is not enough memory for the patterns of the rules.
    ///
    /// - Parameters:
    ///   - settings: The settings in force.
    ///   - load: Loads the rules again. Called on a thread that may block, one call at a time.
    init(
        _ ruleSet: RuleSet, _ settings: CurrentSettings, _ services: DaemonServices, _ resources: DaemonResources,
        load: @escaping @Sendable () -> Daemon.Reload
    ) throws {
        deciders = try WorkerDeciders(ruleSet, settings, services, resources.locations)
        shadow = ShadowRules(resources.shadow, deciders)
        rules = RuleReloads(
            ruleSet, deciders, shadow, resources.bundles?.puller, resources.ruleSets, resources.serviceManager,
            load: load)
        certificates = resources.certificates
        targetChecks = services.targetChecks
        sampler = ActivitySampler(workers: deciders.count)
        version = resources.version
    }

    var links: ServedLinks { deciders.links }
    var records: DaemonRecords { deciders.records }
    /// The settings in force.
    var settings: CurrentSettings { deciders.settings }
    /// The active rules.
    var ruleSet: RuleSet { rules.ruleSet }

    /// The status of the active rules.
    var ruleSetStatus: RuleSetStatus {
        RuleSetStatus(ruleSet, rules.record, bundle: rules.bundles?.status, shadow: shadow.status)
    }

    // MARK: - Counters

    /// The sums of all decisions so far. Queries all workers and waits a second at most: don't call it on an event loop's
    /// thread.
    func decisionTotals() -> DecisionTotals {
        deciders.gather()
        return deciders.metrics.totals().decisions
    }

    /// The sums of all counters so far. Waits like ``decisionTotals()``.
    func activity() -> DaemonActivity {
        deciders.gather()
        let (requests, decisions) = deciders.metrics.totals()
        return DaemonActivity(requests, decisions, links.condition)
    }

    /// Samples the counters for rates, once a second. Does not wait.
    func sample() {
        if let server = deciders.server.value { sampler.tick(server, deciders.deciders) }
    }
}
