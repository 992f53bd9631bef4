import ByteText
import Foundation
import TestSupport
import Testing

/// The metrics as scraped by Prometheus.
@Suite("metrics", .timeLimit(.minutes(20)))
struct MetricsTests {
    /// The samples of a response, by name with labels.
    private static func samples(_ daemon: RunningDaemon) throws -> [String: Double] {
        let answer = try daemon.ask(daemon.admin, "/metrics")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        var samples: [String: Double] = [:]
        for line in answer.body.split(separator: "\n") where !line.hasPrefix("#") {
            let space = try #require(line.lastIndex(of: " "))
            let value = try #require(Double(line[line.index(after: space)...]))
            #expect(samples.updateValue(value, forKey: String(line[..<space])) == nil, "twice: \(line)")
        }
        return samples
    }

    @Test("clicks are counted by decision, site and rule, over workers and reloads; reloads are counted too")
    func counts() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let folder = try ScratchFolder()
        let decisions = folder.path + "decisions.log"
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--decision-log", decisions, "--workers", "2"])
        let fresh = try Self.samples(daemon)
        #expect(fresh["fingerpost_decision_duration_seconds_count"] == 0)
        for _ in 0..<20 { #expect(try daemon.click("/WXYZ").status == 302) }
        #expect(try daemon.click("/NOPE").status == 404)
        #expect(try daemon.click("/WXYZ", method: "HEAD").status == 302)
        #expect(try daemon.click("/", host: "nobody.example").status == 404)
        let before = try Self.samples(daemon)
        let site = "fingerpost_decisions_total{decision=\"continue_redirect\",site=\"example\"}"
        #expect(before[site] == 21)
        #expect(before["fingerpost_http_requests_total{listener=\"front\",code=\"302\"}"] == 21)
        #expect(before["fingerpost_http_requests_total{listener=\"front\",code=\"404\"}"] == 2)
        #expect(before["fingerpost_decision_duration_seconds_count"] == 22)
        #expect(before["fingerpost_build_info{version=\"0.1.0\"}"] == 1)
        #expect(before["fingerpost_http_connections"] == 1, "the one that asks")
        #expect(before["process_resident_memory_bytes"] ?? 0 > 1_000_000)
        #expect(before["process_open_fds"] ?? 0 > 5)
        let age = Date().timeIntervalSince1970 - (before["process_start_time_seconds"] ?? 0)
        #expect((-2...120).contains(age), "\(age)")

        let other = ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn")
        try rules.replaceSite(with: other)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { (try? daemon.click("/WXYZ"))?["Location"] == "https://www.example.com/new" })
        try rules.replaceSite(with: "site: [broken\n")
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { daemon.said.contains("keeping the old ones") })
        let failed = "fingerpost_ruleset_reloads_total{result=\"failure\"}"
        #expect(wait(seconds: 5) { (try? Self.samples(daemon))?[failed] == 1 })
        let after = try Self.samples(daemon)
        #expect(after["fingerpost_ruleset_reloads_total{result=\"success\"}"] == 1)
        #expect(after[site] ?? 0 >= 22, "counts outlive the rules that made them")
        for (name, value) in before where name.contains("_total") {
            #expect(after[name] ?? -1 >= value, "\(name) has fallen")
        }
        let ruleSet = try JSONValue(parsing: try daemon.ask(daemon.admin, "/v1/ruleset").body)
        #expect(after["fingerpost_ruleset_info{hash=\"\(ruleSet["hash"]?.string ?? "")\"}"] == 1)
        #expect(ruleSet["last_reload"]?["result"]?.string == "failure")
        #expect(ruleSet["last_reload"]?["problems"]?.array?.isEmpty == false)
        try Self.expectCrowdServed(daemon)
        #expect(daemon.stop() == 0)

        let lines = try String(contentsOfFile: decisions, encoding: .utf8).split(separator: "\n")
        let reloads = try lines.map { try JSONValue(parsing: String($0)) }.filter { $0["type"]?.string == "reload" }
        #expect(reloads.map { $0["result"]?.string } == ["success", "failure"])
        #expect(reloads.last?["ruleset"] == ruleSet["hash"])
    }

    /// Many concurrent scrapes are all answered, and scrapes during a shutdown do no harm.
    private static func expectCrowdServed(_ daemon: RunningDaemon) throws {
        let clients = try (0..<20).map { _ in try HTTPClient(port: daemon.admin) }
        let request = HTTPRequest.text("/metrics", host: "localhost")
        for client in clients { client.send(request + request) }
        for client in clients {
            for _ in 0..<2 { #expect(try client.answer().body.contains("fingerpost_build_info")) }
        }
        for client in clients { client.send(request) }
    }

    private static let promtool = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        .map { "\($0)/promtool" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
        "promtool finds nothing wrong",
        .enabled(if: promtool != nil, "skipped: promtool is not installed (Debian package prometheus)"))
    func lint() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.click("/WXYZ").status == 302)
        let body = try daemon.ask(daemon.admin, "/metrics").body
        let child = try Child(try #require(Self.promtool), ["check", "metrics"], input: body)
        #expect(child.waits(seconds: 30))
        #expect(child.code == 0, "\(child.output)\(child.error)")
        #expect(daemon.stop() == 0)
    }
}
