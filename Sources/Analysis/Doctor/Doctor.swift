import Client
import Clicks
public import Libevent
import OpenSSL
public import Routing
public import Rules
import ServiceFiles
public import Settings

/// Examines an installation from the outside, as phones and proxies see it, and suggests remedies.
///
/// The rules determine the expected responses (``HostPlan``), probes observe (``HostObservation``,
/// ``MachineObservation``), and examinations, which are pure, compare the two. Nothing is changed. Clicks that are sent
/// count as decisions in the metrics only, and those with unassigned codes are not counted at all (`ProbeCode`).
public struct Doctor {
    private let faults: [String]
    private let settings: DaemonSettings
    private let running: [SettingInForce]?
    private let hash: String
    private let plans: [HostPlan]
    private let store: StoreFound

    /// The version of this program.
    public var version = ""
    /// The address to connect to instead of the hosts' DNS addresses; `nil` to use DNS.
    public var address: SocketAddress?
    /// A PEM file with the only certificate authorities to trust; `nil` for the system's.
    public var authorities: String?

    /// - Parameters:
    ///   - loaded: The rules directory.
    ///   - ruleSet: The compiled rules; `nil` if they have errors. Hosts then get only the checks that need no rules.
    ///   - settings: The settings of a daemon on this machine.
    ///   - running: The settings of the running daemon; `nil` if unknown.
    ///   - faults: The errors of rules and settings, one line each. Each becomes a finding.
    ///   - store: The store of short links that are not in the rules.
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

    /// All hosts of the sites: of links, mail links, pages and web widgets.
    public var hosts: [String] { plans.map(\.host) }

    /// Runs all checks. Takes up to a minute if hosts do not respond.
    ///
    /// - Parameter hosts: The hosts to examine, a subset of ``hosts``; empty for all.
    public func examine(hosts: [String] = []) throws -> DoctorReport {
        let tls = try TLSClientContext(authorities: authorities, .reported)
        let chosen = plans.filter { hosts.isEmpty || hosts.contains($0.host) }
        var faults = faults
        let proxy = proxy(&faults)
        let machine = MachineProbe(
            settings: settings, running: running, store: store, hash: hash, faults: faults, version: version)
        let probe = HostProbe(
            address: address, proxy: proxy, tls: tls, hasOwnAuthorities: authorities != nil,
            decisionLog: settings.decisionLog)
        let own = DoctorReport.Group(
            name: "this machine", note: "", findings: MachineExamination(try machine.observe()).findings)
        let seen = try probe.observe(chosen)
        return DoctorReport(
            groups: [own]
                + zip(chosen, seen).map { plan, seen in
                    .init(name: plan.host, note: plan.note, findings: HostExamination(plan, seen).findings)
                })
    }

    /// The proxy of the settings, unless it can't be used, which becomes a finding.
    private func proxy(_ faults: inout [String]) -> ResolvedProxy? {
        let proxy: OutgoingProxy?
        do throws(StartupFault) { proxy = try OutgoingProxy(settings.outgoing) { _ in } } catch {
            faults += error.lines
            return nil
        }
        do throws(ClientFault) { return try proxy.map(ResolvedProxy.init) } catch {
            faults.append(error.description)
            return nil
        }
    }
}
