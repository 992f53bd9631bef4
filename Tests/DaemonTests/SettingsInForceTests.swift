@testable import AdminAPI
@testable import Telemetry
@testable import Clicks
import ByteText
import HTTP
import Libevent
import Routing
import Rules
import TestSupport
import Testing
import Threads

@testable import Access
@testable import Daemon
@testable import Server
@testable import Settings

/// Settings that a reload adopts take effect.
@Suite("settings that a reload takes over")
struct SettingsInForceTests {
    /// A text that shows the value a worker uses.
    private typealias Look = @Sendable (_ worker: Worker) -> String

    /// For each setting that is read while serving: a value other than the default, and the place that reads it.
    private static let looks: [String: (value: String, look: Look)] = [
        "trusted_peers": ("192.0.2.1", { "\(front($0)?.intake.trusted.contains(IPAddress("192.0.2.1")!) ?? false)" }),
        "allowed_hosts": (
            "other.internal",
            { worker in
                let name = Array("other.internal".utf8)
                return "\((worker.handler(for: .admin) as? AdminHandler)?.hosts.allows(name.span) ?? false)"
            }
        ),
        "country_header": ("CF-IPCountry", { "\(front($0)?.intake.countryHeader ?? [])" }),
        "cors": (
            "https://app.example.com", { "\(($0.handler(for: .api) as? AppHandler)?.origins as Any)" }
        ),
        "acme_folder": ("/challenges", { "\(front($0)?.challenges as Any)" }),
        "hsts": ("600", { "\($0.transportSecurity ?? [])" }),
        "limits.head_bytes": ("2048", { "\($0.listenerSettings[0].requests.headBytes)" }),
        "limits.fields": ("50", { "\($0.listenerSettings[0].requests.fields)" }),
        "limits.connections": ("5", { "\($0.ledger.limits.connections)" }),
        "limits.per_address": ("4", { "\($0.ledger.limits.perAddress)" }),
        "limits.header_seconds": ("3", { "\($0.timeouts.header)" }),
        "limits.idle_seconds": ("4", { "\($0.timeouts.idle)" }),
        "limits.misses_per_second": ("6", { "\(front($0)?.misses.perSecond ?? 0)" }),
        "console": ("false", { "\(($0.handler(for: .admin) as? AdminHandler)?.hasConsole ?? true)" }),
        "traces.one_in": ("7", { "\($0.traceInterval)" }),
        "logs.format": ("combined", { "\((($0.requestLog as? SpanRecorder)?.next as? AccessLog)?.format as Any)" }),
        "h2c": ("true", { "\($0.listenerSettings[0].acceptsHTTP2WithoutTLS)" }),
    ]

    /// Settings read in other parts of the daemon, and the suites that cover their reload.
    private static let elsewhere: [String: String] = [
        "geo": "LocationReloadTests", "page_host": "BundleTests", "denied_targets": "DeniedTargetTests",
        "devices": "DeviceFileServingTests",
        "tokens_file": "SettingsReloadTests", "page_key_file": "ServingTests", "ticket_key_file": "TLSTests",
        "http2": "TLSReloadTests", "development": "SettingsReloadTests", "control.level": "SettingsReloadTests",
        "console.write_rules": "SettingsReloadTests", "counts.keep_days": "SettingsReloadTests",
        "counts.roll_up": "SettingsReloadTests",
        "receipts.keep_days": "KeptRuleSetTests", "receipts.megabytes": "KeptRuleSetTests",
        "console.history": "SettingsReloadTests", "shadow": "SettingsReloadTests",
    ].merging(
        Setting.all.map(\.name).filter { $0.hasPrefix("console.openid.") || $0.hasPrefix("target_checks.") }
            .map { ($0, "SettingsReloadTests") }, uniquingKeysWith: { $1 }
    ).merging(
        [
            "logs.access", "logs.decisions", "logs.audit", "traces.endpoint", "traces.headers_file", "traces.ca",
            "events.unmasked", "events.webhook", "events.webhook_secret_file", "events.webhook_ca",
            "events.retry_hours", "webhooks",
            "mask_key_file",
        ].map { ($0, "RecordsReloadTests") }, uniquingKeysWith: { $1 })

    private static func front(_ worker: Worker) -> FrontHandler? { worker.handler(for: .front) as? FrontHandler }

    @Test("each setting is read by a worker, or by what another suite looks at")
    func complete() {
        let reloaded = Set(Setting.all.filter { $0.effect == .reload }.map(\.name))
        let known = Set(Self.looks.keys).union(Self.elsewhere.keys)
        #expect(reloaded == known, "\(reloaded.symmetricDifference(known))")
    }

    @Test("a setting of the environment or the command line alone waits for a restart")
    func flags() {
        for setting in Setting.all where !setting.isAllowedInFile {
            #expect(setting.effect == .restart, "\(setting.name)")
        }
    }

    @Test("a reload of one setting changes what all workers use, and nothing else")
    func workers() throws {
        var settings = DaemonSettings.onFreePorts
        settings.api = settings.front
        settings.workers = 2
        let folder = try ScratchFolder()
        settings.accessLog = folder.path + "access"
        settings.traces.endpoint = "http://127.0.0.1:1"
        let next = Locked(ResolvedSettings(settings))
        let ruleSet = try SiteRules.ruleSet(of: ParityCase.site)
        var resources = DaemonResources()
        let current = CurrentSettings(ResolvedSettings(settings))
        resources.settings = current
        let daemon = try Daemon(settings, resources, ruleSet: ruleSet) {
            .loaded(ruleSet, settings: next.withLock { $0 }, warnings: [])
        }
        try daemon.start()
        defer {
            daemon.drain()
            try? daemon.waitUntilStopped()
        }
        let before = try Self.seen(daemon)
        for (name, change) in Self.looks {
            var changed = settings
            let setting = try #require(Setting.named(name))
            #expect(setting.apply([change.value], to: &changed) == nil)
            try Self.reload(daemon, next, to: changed)
            let after = try Self.seen(daemon)
            for (other, texts) in after {
                #expect((texts != before[other]) == (other == name), "\(name) reloaded, \(other) is \(texts)")
                #expect(Set(texts).count == 1, "\(other) differs between workers")
            }
            #expect(current.pending.isEmpty)
        }
        try Self.reload(daemon, next, to: settings)
        #expect(try Self.seen(daemon) == before)
    }

    private static func reload(
        _ daemon: Daemon, _ next: Locked<ResolvedSettings>, to settings: DaemonSettings
    ) throws {
        next.withLock { $0 = ResolvedSettings(settings) }
        let isDone = Locked(false)
        daemon.state.rules.reload(audited: nil) { _ in isDone.withLock { $0 = true } }
        #expect(isDone.wait(seconds: 60) { $0 ? true : nil } == true)
    }

    /// The values that each worker uses, by setting.
    private static func seen(_ daemon: Daemon) throws -> [String: [String]] {
        let found = Locked<[String: [String]]>([:])
        let server = try #require(daemon.state.deciders.server.value)
        server.runInAll { worker in
            for (name, (_, look)) in looks {
                let text = look(worker)
                found.withLock { $0[name, default: []].append(text) }
            }
        }
        return found.withLock { $0 }
    }
}
