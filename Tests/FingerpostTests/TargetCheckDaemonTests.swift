import ByteText
import Foundation
import TestSupport
import Testing

/// The real daemon checks the targets of its links.
@Suite("Target checks of a daemon", .timeLimit(.minutes(20)))
struct TargetCheckDaemonTests {
    /// Targets in Python, and a daemon that may check them unless only public addresses are allowed.
    private struct Stage {
        let targets: Child
        let base: String
        let log: String
        let server: LinkServer
        let folder: ScratchFolder

        init(allows: Bool) throws {
            folder = try ScratchFolder()
            log = "\(folder.path)/requests"
            let script = RulesFolder.repository.appending(path: "Tests/Targets/server.py").path()
            targets = try Child("/usr/bin/env", ["python3", script, log])
            let targets = targets
            try #require(wait(seconds: 20) { targets.output.contains("\n") })
            let port = targets.output.trimmingCharacters(in: .whitespacesAndNewlines)
            base = "http://127.0.0.1:\(port)"
            var settings = "target_checks:\n  every_seconds: 1\n  timeout_seconds: 2\n  per_host_milliseconds: 0\n"
            if allows { settings += "  networks: [127.0.0.0/8]\n  ports: [\(port)]\n" }
            try folder.file("settings.yaml", settings)
            let site = ParityCase.site.replacing(
                #""url_patterns": ["#, with: #""url_patterns": ["^http://127[.]0[.]0[.]1:.*$", "#)
            server = try LinkServer(site: site, flags: ["--settings", "\(folder.path)/settings.yaml"])
        }

        var requests: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

        func add(_ path: String, as code: String) throws {
            let long = "https://example.page.link/?link=\(base)\(path)"
            let body = #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "\#(long)"}"#
            _ = try server.json("POST", "/v1/links", body, status: 201)
        }

        func check(_ code: String) throws -> JSONValue? {
            try server.json("GET", "/v1/links/example.page.link%2F\(code)")["target_check"]
        }

        func listed(_ filter: String) throws -> [String] {
            let links = try server.json("GET", "/v1/links?target=\(filter)&sort=link")["links"]?.array ?? []
            return links.compactMap { $0["link"]?.string.flatMap { $0.split(separator: "/").last.map(String.init) } }
        }
    }

    @Test("what is found is shown with the link, lists find it, and metrics count it")
    func found() throws {
        let stage = try Stage(allows: true)
        defer { stage.targets.kill() }
        try stage.add("/ok", as: "good")
        try stage.add("/410", as: "bad")
        let isDone = wait(seconds: 120) {
            (try? stage.listed("broken")) == ["bad"] && (try? stage.listed("ok")) == ["good"]
        }
        #expect(isDone)
        let bad = try #require(try stage.check("bad"))
        #expect(bad["outcome"]?.string == "gone" && bad["status"]?.number?.text == "410" && bad["broken"]?.bool == true)
        #expect(try stage.check("good")?["outcome"]?.string == "ok")
        #expect(try stage.listed("unchecked") == [])
        let metrics = try stage.server.ask("GET", "/metrics").body
        #expect(metrics.contains(#"fingerpost_target_checks_total{outcome="gone"}"#))
        #expect(try stage.server.ask("GET", "/v1/links?target=bad").status == 400)
        #expect(stage.server.daemon.stop() == 0)
    }

    @Test("by default no machine inside is connected to")
    func blocked() throws {
        let stage = try Stage(allows: false)
        defer { stage.targets.kill() }
        try stage.add("/ok", as: "inside")
        #expect(wait(seconds: 120) { (try? stage.check("inside"))??["outcome"]?.string == "blocked" })
        #expect(stage.requests.isEmpty)
        #expect(stage.server.daemon.stop() == 0)
    }
}
