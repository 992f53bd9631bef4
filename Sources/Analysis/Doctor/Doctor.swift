import Daemon
public import Libevent
import OpenSSL
public import Routing
public import Rules
public import Settings

/// Looks at an installation as phones and proxies do, and says what to do.
///
/// The rules say what is to be seen (``HostPlan``); probes look (``HostObservation``, ``MachineObservation``); examinations
/// compare the two, and are pure. Nothing is changed: clicks that are sent count as decisions in the metrics only,
/// and those on codes that no link has count nowhere (`ProbeCode`).
public struct Doctor {
    private let faults: [String]
    private let settings: DaemonSettings
    private let running: [SettingInForce]?
    private let hash: String
    private let plans: [HostPlan]
    private let store: StoreFound

    /// The version of this program.
    public var version = ""
    /// Where to connect to in place of the addresses that DNS has for the hosts.
    public var address: SocketAddress?
    /// A file of the only certificate authorities to trust, in PEM; nil for the system's.
    public var authorities: String?

    /// - Parameters:
    ///   - loaded: The rules directory.
    ///   - ruleSet: What was compiled from it; `nil` if it has errors. Hosts are then examined as far as that needs no rules.
    ///   - settings: What a daemon here would be set to.
    ///   - running: The settings of the daemon that runs here; `nil` if they are not known.
    ///   - faults: What is wrong with rules and settings: each is a finding, in a line.
    ///   - store: The short links that the rules do not state.
    ///   - now: The time, in seconds since the epoch.
    public init(
        _ loaded: LoadedRules, _ ruleSet: RuleSet?, _ settings: DaemonSettings, running: [SettingInForce]? = nil,
        faults: [String] = [], _ store: StoreFound, now: Int64
    ) throws {
        self.faults = faults
        self.running = running
        self.settings = running.map { settings.taking($0) } ?? settings
        self.store = store
        hash = loaded.hash
        guard let ruleSet else {
            plans = HostPlanner.plans(of: loaded.sites).map { plan in
                var plan = plan
                plan.lacksRules = true
                return plan
            }
            return
        }
        let shortLinks = store.links.map { StoredLinks($0) }
        let front = try FrontInMemory(ruleSet, shortLinks: shortLinks, now: now)
        plans = HostPlanner(ruleSet: ruleSet, front: front).plans()
    }

    /// All hosts of the sites: of links, of mail links, of pages, of web widgets.
    public var hosts: [String] { plans.map(\.host) }

    /// Looks at everything, which may take a minute where nothing answers.
    ///
    /// - Parameter hosts: Those to look at, of ``hosts``; empty for all.
    public func examine(hosts: [String] = []) throws -> DoctorReport {
        let tls = try TLSClientContext(authorities: authorities, .reported)
        let chosen = plans.filter { hosts.isEmpty || hosts.contains($0.host) }
        let machine = MachineProbe(
            settings: settings, running: running, store: store, hash: hash, faults: faults, version: version)
        let probe = HostProbe(
            address: address, tls: tls, hasOwnAuthorities: authorities != nil, decisionLog: settings.decisionLog)
        let own = DoctorReport.Group(
            name: "this machine", note: "", findings: MachineExamination(try machine.observe()).findings)
        let seen = try probe.observe(chosen)
        return DoctorReport(
            groups: [own]
                + zip(chosen, seen).map { plan, seen in
                    .init(name: plan.host, note: plan.note, findings: HostExamination(plan, seen).findings)
                })
    }
}
