import ByteText
import Configuration
import Foundation
import LinkSource
import RuleBundle
import Server
import TestSupport
import Testing

@testable import Daemon

/// The alerts for Prometheus that are shipped, held against the metrics that there are.
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

    /// The names of all metrics, and the values that their reasons have.
    private static let metrics: (names: Set<String>, reasons: [String: Set<String>]) = {
        var text = MetricsText()
        text.write(SourceCondition())
        text.write(BundleStatus(address: "https://rules.example/bundle.tar.gz", revision: 1))
        var (names, reasons): (Set<String>, [String: Set<String>]) = ([], [:])
        for line in String(decoding: text.bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let name = String(line.prefix { $0 != " " && $0 != "{" })
            names.insert(name)
            if let found = line.firstMatch(of: /reason="([^"]*)"/) {
                reasons[name, default: []].insert(String(found.1))
            }
        }
        return (names, reasons)
    }()

    @Test("each has a name of its own, says how bad it is, what is seen, and what to do")
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
            let asked = alert.expression.matches(of: /fingerpost_\w+/).map { String($0.output) }
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

    @Test("there is one for each way in which a node and its source or its rules can part")
    func coverage() {
        for metric in [
            "fingerpost_source_up", "fingerpost_source_behind_since_timestamp_seconds",
            "fingerpost_source_rows_refused", "fingerpost_source_shards_afresh_total",
            "fingerpost_bundle_failures_total",
        ] {
            #expect(Self.alerts.contains { $0.expression.contains(metric) }, "no alert asks for \(metric)")
        }
    }

    @Test("Prometheus accepts them", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool")))
    func promtool() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/promtool")
        let file = RulesFolder.repository.appending(path: "systemd/prometheus-alerts.yaml")
        process.arguments = ["check", "rules", file.path()]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
