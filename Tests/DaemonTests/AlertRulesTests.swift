@testable import NodeLinks
import ByteText
import Configuration
import Foundation
import LinkSource
import RuleBundle
import Server
import TestSupport
import Testing

@testable import RuleDelivery
@testable import Events
@testable import Telemetry
@testable import Daemon

/// Compares the shipped Prometheus alerts with the actual metrics.
@Suite("shipped alerts")
struct AlertRulesTests {
    private struct Alert {
        var name: String
        var expression: String
        var rule: ConfigurationNode
    }

    private static let alerts: [Alert] = {
        let file = RulesFolder.repository.appending(path: "systemd/prometheus-alerts.yaml")
        guard let text = try? Data(contentsOf: file) else { return [] }
        let log = DiagnosticLog(root: "")
        let bytes = Array(text)
        let root = ConfigurationNode.parsing(yaml: bytes.span, log: log)
        #expect(log.diagnostics.isEmpty)
        return list(root?.entry("groups")).flatMap { list($0.entry("rules")) }.map { rule in
            Alert(
                name: rule.entry("alert")?.textValue ?? "", expression: rule.entry("expr")?.textValue ?? "", rule: rule)
        }
    }()

    private static func list(_ node: ConfigurationNode?) -> [ConfigurationNode] {
        guard case .list(let nodes) = node?.content else { return [] }
        return nodes
    }

    /// The names of all metrics, and the values of their reason labels.
    private static let metrics: (names: Set<String>, reasons: [String: Set<String>]) = {
        var text = MetricsText()
        text.write(DecisionTotals())
        text.write(WorkerCounters())
        text.write(ProcessStatistics())
        text.write(StoreExtent(), acceptsChanges: true)
        text.write(ReloadRecord(hash: "", loaded: 1))
        text.write(RuleSetRecorder.Status())
        text.write(droppedLines: [(log: "access", count: 1)])
        text.write(version: "1")
        text.write([(listener: "[::]:443", name: "go.example", end: 1)])
        text.write(SourceCondition())
        text.write(SpanCounts())
        text.write(EventStatus(webhooks: [WebhookStatus()]))
        text.write(BundleStatus(address: "https://rules.example/bundle.tar.gz", revision: 1))
        var (names, reasons): (Set<String>, [String: Set<String>]) = ([], [:])
        for line in String(decoding: text.bytes, as: UTF8.self).split(separator: "\n") {
            // A family without samples still has its type line.
            if line.hasPrefix("# TYPE ") { names.insert(String(line.split(separator: " ")[2])) }
            if line.hasPrefix("#") { continue }
            let name = String(line.prefix { $0 != " " && $0 != "{" })
            names.insert(name)
            if let found = line.firstMatch(of: /reason="([^"]*)"/) {
                reasons[name, default: []].insert(String(found.1))
            }
        }
        return (names, reasons)
    }()

    @Test("each has a unique name, a severity, a symptom and a remedy")
    func shape() {
        #expect(Self.alerts.count >= 5)
        #expect(Set(Self.alerts.map(\.name)).count == Self.alerts.count)
        for alert in Self.alerts {
            #expect(alert.name.wholeMatch(of: /Fingerpost[A-Z][A-Za-z]+/) != nil, "\(alert.name)")
            let severity = alert.rule.entry("labels")?.entry("severity")?.textValue
            #expect(severity == "critical" || severity == "warning", "\(alert.name)")
            for key in ["summary", "description"] {
                #expect(
                    alert.rule.entry("annotations")?.entry(key)?.textValue?.isEmpty == false, "\(alert.name): \(key)")
            }
            if let duration = alert.rule.entry("for") {
                #expect(duration.textValue?.wholeMatch(of: /[1-9][0-9]*[smh]/) != nil, "\(alert.name)")
            }
            let known: Set = ["alert", "expr", "for", "labels", "annotations"]
            #expect(alert.rule.entries.allSatisfy { known.contains($0.name) }, "\(alert.name)")
        }
    }

    @Test("they ask for metrics that there are, and for reasons that these have")
    func names() {
        let (names, reasons) = Self.metrics
        #expect(names.count > 10)
        for alert in Self.alerts {
            let asked = alert.expression.matches(of: /(?:fingerpost|process)_\w+/).map { String($0.output) }
            #expect(!asked.isEmpty, "\(alert.name)")
            for name in asked { #expect(names.contains(name), "\(alert.name): there is no \(name)") }
            for match in alert.expression.matches(of: /(\w+)\{reason(?:=~|!~|!=|=)"([^"]*)"\}/) {
                for reason in match.output.2.split(separator: "|") {
                    #expect(
                        reasons[String(match.output.1)]?.contains(String(reason)) == true, "\(alert.name): \(reason)")
                }
            }
            let depth = alert.expression.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
            #expect(depth == 0, "\(alert.name): parentheses")
        }
    }

    @Test("there is one for each way in which a daemon, its source and its rules can fail")
    func coverage() {
        for metric in [
            "fingerpost_source_up", "fingerpost_source_behind_since_timestamp_seconds",
            "fingerpost_source_rows_refused", "fingerpost_source_shards_afresh_total",
            "fingerpost_bundle_failures_total", "fingerpost_ruleset_reloads_total",
            "fingerpost_log_lines_dropped_total",
            "fingerpost_tls_certificate_expiry_timestamp_seconds", "fingerpost_shed_total",
            "fingerpost_store_free_bytes",
        ] {
            #expect(Self.alerts.contains { $0.expression.contains(metric) }, "no alert asks for \(metric)")
        }
    }

    @Test(
        "Prometheus accepts them, and they fire when they should and else not",
        .enabled(if: AlertRulesTests.program != nil, "skipped: promtool is not installed (Debian package prometheus)"))
    func promtool() throws {
        let repository = RulesFolder.repository
        try Self.runPromtool(["check", "rules", repository.appending(path: "systemd/prometheus-alerts.yaml").path()])
        let cases = repository.appending(path: "Tests/DaemonTests/alerts.test.yaml")
        try Self.runPromtool(["test", "rules", cases.path()])
        let text = try String(contentsOf: cases, encoding: .utf8)
        for alert in Self.alerts { #expect(text.contains("alertname: \(alert.name)\n"), "\(alert.name) has no case") }
    }

    @Test("the dashboard asks for metrics that there are")
    func dashboard() throws {
        let expressions = try Self.dashboardExpressions()
        #expect(expressions.count > 20)
        let (names, _) = Self.metrics
        for expression in expressions {
            for match in expression.matches(of: /(?:fingerpost|process)_[a-z_]+/) {
                #expect(names.contains(String(match.output)), "there is no \(match.output)")
            }
        }
    }

    @Test(
        "Prometheus understands what the dashboard asks",
        .enabled(if: AlertRulesTests.program != nil, "skipped: promtool is not installed (Debian package prometheus)"))
    func dashboardQueries() throws {
        let folder = try ScratchFolder()
        let rules = try Self.dashboardExpressions().enumerated().map { number, expression in
            // The values that Grafana substitutes for its variables.
            let query = expression.replacing("$__rate_interval", with: "5m").replacing(/\$[a-z]+/, with: "a|b")
            return "      - {record: \"panel:\(number)\", expr: '\(query)'}\n"
        }
        let file = folder.url.appending(path: "rules.yaml")
        let text = "groups:\n  - name: dashboard\n    rules:\n" + rules.joined()
        try text.write(to: file, atomically: true, encoding: .utf8)
        try Self.runPromtool(["check", "rules", file.path()])
    }

    private static func dashboardExpressions() throws -> [String] {
        let file = RulesFolder.repository.appending(path: "systemd/grafana-dashboard.json")
        struct Dashboard: Decodable {
            struct Panel: Decodable {
                struct Target: Decodable { var expr: String }
                var targets: [Target]
            }
            var panels: [Panel]
        }
        let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(contentsOf: file))
        return dashboard.panels.flatMap { $0.targets.map(\.expr) }
    }

    fileprivate static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
        separator: ":"
    )
    .map { "\($0)/promtool" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private static func runPromtool(_ arguments: [String]) throws {
        let process = Process()
        let output = Pipe.exclusive()
        process.executableURL = URL(filePath: try #require(program))
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
