import ByteText
import Foundation
import TestSupport
import Testing

/// The access log and the decision log of a real daemon.
@Suite("logs", .timeLimit(.minutes(20)))
struct LogsTests {
    /// The lines of a file, which must end with a line feed.
    private static func lines(_ path: String) -> [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        #expect(text.isEmpty || text.hasSuffix("\n"), "\(path) ends within a line")
        return text.split(separator: "\n").map(String.init)
    }

    private static func json(_ path: String) throws -> [JSONValue] {
        try lines(path).map { try JSONValue(parsing: $0) }
    }

    @Test("a line for each request and each decision, with its name, written by the end of the process")
    func lines() throws {
        let folder = try ScratchFolder()
        let (access, decisions) = (folder.path + "access.log", folder.path + "decisions.log")
        let daemon = try RunningDaemon(flags: ["--access-log", access, "--decision-log", decisions])
        let click = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.android, "Referer": "https://a.example/"])
        _ = try daemon.decide(#"{"link": "https://example.page.link/WXYZ", "device": {"platform": "ios"}}"#)
        _ = try daemon.ask(daemon.admin, "/v1/ruleset?key=AIzaSecret")
        let bad = try HTTPClient(port: daemon.front)
        bad.send("NONSENSE\r\n\r\n")
        #expect(try bad.answer().status == 400)
        #expect(daemon.stop() == 0)

        let requests = try Self.json(access)
        #expect(requests.count == 4)
        let front = try #require(requests.first { $0["target"]?.string == "/WXYZ" })
        #expect(front["listener"]?.string == "front")
        #expect(front["request_id"]?.string == click["X-Request-Id"])
        #expect(front["remote"]?.string == "127.0.0.1")
        #expect(front["method"]?.string == "GET")
        #expect(front["host"]?.string == "example.page.link")
        #expect(front["status"]?.number?.int == 302)
        #expect(front["referer"]?.string == "https://a.example/")
        #expect(front["user_agent"]?.string == Agents.android)
        #expect(requests.contains { $0["listener"]?.string == "admin" && $0["target"]?.string == "/v1/ruleset" })
        #expect(requests.contains { $0["target"]?.isNull ?? false && $0["status"]?.number?.int == 400 })
        #expect(!(try String(contentsOfFile: access, encoding: .utf8)).contains("AIza"))

        let made = try Self.json(decisions)
        #expect(made.count == 2)
        let own = try #require(made.first { $0["listener"]?.string == "front" })
        #expect(own["type"]?.string == "decision")
        #expect(own["decision_id"]?.string == click["X-Request-Id"])
        #expect(own["decision"]?.string == "continue_redirect" || own["decision"]?.string == "app_open")
        #expect(own["input"]?["link"]?.string == "https://example.page.link/WXYZ")
        #expect(own["undecided"]?.number?.int == 0)
        #expect(own["ruleset"]?.string?.hasPrefix("sha256:") ?? false)
        #expect(own["duration_ns"]?.number?.int ?? 0 > 0)
        #expect(own["input"]?["ip"] == nil, "no rule looks at the address")
    }

    @Test(
        "every line is as the schema of logs says, with no member that it does not know",
        .enabled(if: PythonClients.interpreter != nil, "skipped: no Python with Tests/Clients/requirements.txt"))
    func schema() throws {
        let folder = try ScratchFolder()
        let (access, decisions, audit) = (folder.path + "access", folder.path + "decisions", folder.path + "audit")
        let tokens = folder.path + "tokens"
        let rules = try RulesFolder(site: ParityCase.site)
        let shadow = try RulesFolder(
            site: ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn"))
        let daemon = try RunningDaemon(
            rules: rules.path,
            flags: [
                "--access-log", access, "--decision-log", decisions, "--audit-log", audit, "--tokens-file", tokens,
                "--store", folder.path + "store", "--shadow", "\(shadow.path):1", "--trusted-peers", "127.0.0.1",
            ])
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        for (target, fields) in [
            ("/WXYZ", ["User-Agent": Agents.android, "Referer": "https://a.example/", "traceparent": parent]),
            ("/WXYZ", ["User-Agent": "curl/8"]), ("/NONE", [:]),
        ] { _ = try daemon.click(target, fields: fields) }
        let decided = try daemon.decide(
            #"{"link": "https://example.page.link/WXYZ", "device": {"platform": "ios", "app": {"state": "absent"}}}"#
        )
        #expect(decided.status == 200, "\(decided.body)")
        let bad = try HTTPClient(port: daemon.front)
        bad.send("NONSENSE\r\n\r\n")
        #expect(try bad.answer().status == 400)
        let token = try String(contentsOfFile: tokens + ".first", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let maker = try HTTPClient(port: daemon.admin)
        maker.send(
            HTTPRequest.text(
                "/v1/links", method: "POST", host: "127.0.0.1",
                fields: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
                body: #"{"domain": "example.page.link", "long_link": "https://www.example.com/a"}"#))
        let made = try maker.answer()
        #expect(made.status == 201, "\(made.body)")
        try "# Other.\n\(ParityCase.site)".write(
            toFile: rules.path + "/sites/site.yaml", atomically: true, encoding: .utf8)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 30) { daemon.said.contains("reload: sha256") })
        #expect(daemon.stop() == 0)
        let schema = RulesFolder.shippedRules.appending(path: "schema/log.schema.json").path()
        let child = try Child(
            try #require(PythonClients.interpreter),
            [PythonClients.script("log_lines.py"), schema, access, decisions, audit])
        #expect(child.waits(seconds: 60) && child.code == 0, "\(child.output)\(child.error)")
        for kind in ["access 6", "audit 1", "decision 4", "reload 1", "shadow 3"] {
            #expect(child.output.split(separator: "\n").contains(Substring(kind)), "\(child.output)")
        }
    }

    @Test(
        "a trusted peer's trace continues in the response and in both logs, and no other peer's does",
        arguments: [true, false])
    func traces(isTrusted: Bool) throws {
        let folder = try ScratchFolder()
        let (access, decisions) = (folder.path + "access.log", folder.path + "decisions.log")
        let flags = ["--access-log", access, "--decision-log", decisions]
        let daemon = try RunningDaemon(flags: flags + (isTrusted ? ["--trusted-peers", "127.0.0.1"] : []))
        let id = "4bf92f3577b34da6a3ce929d0e0e4736"
        let fields = ["00-\(id)-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-0", nil]
        let answers = try fields.map { field in
            try daemon.click("/WXYZ", fields: field.map { ["traceparent": $0] } ?? [:])
        }
        #expect(daemon.stop() == 0)
        #expect(answers.map { $0["traceresponse"] != nil } == [isTrusted, false, false])
        for (lines, name) in [(try Self.json(access), "request_id"), (try Self.json(decisions), "decision_id")] {
            #expect(lines.count == 3)
            for answer in answers {
                let line = try #require(lines.first { $0[name]?.string == answer["X-Request-Id"] })
                let span = line["span_id"]?.string
                #expect(answer["traceresponse"] == span.map { "00-\(id)-\($0)-01" } && span != "00f067aa0ba902b7")
                #expect(line["trace_id"]?.string == (span == nil ? nil : id))
            }
        }
    }

    /// Regression: a mask was a hash without a key, and differed between the log, the facts of an explanation and its target.
    @Test("one key makes one mask of a value in every place, and it is kept for its owner alone")
    func maskKey() throws {
        let folder = try ScratchFolder()
        let (access, decisions) = (folder.path + "access.log", folder.path + "decisions.log")
        let store = folder.path + "store"
        let rules = try RulesFolder(
            site: ParityCase.site.replacing(
                "\"rules\": [",
                with: "\"rules\": [{\"name\": \"curious\", \"when\": \"link.payload.contains('never')\", "
                    + "\"then\": \"web_widget\", \"because\": \"It asks.\"}, "))
        let flags = ["--access-log", access, "--decision-log", decisions, "--store", store]
        let daemon = try RunningDaemon(rules: rules.path, flags: flags)
        let link = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%3Fe%3Djane%252Bx%40example.com"
        _ = try daemon.click(link: link)
        #expect(daemon.stop() == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: "\(store)/mask.key")[.posixPermissions] as? Int
        #expect(mode == 0o600)

        func masks(_ text: String) -> Set<Substring> { Set(text.matches(of: /~\w{7}(?=@|%40)/).map(\.output)) }
        let explained = try Program.run(["explain", link, "--rules", rules.path, "--store", store]).output
        let exported = try Program.run([
            "replay", decisions, "--rules", rules.path, "--store", store, "--export", "-", "--columns", "link,target",
        ]).output
        let logged = try String(contentsOfFile: access, encoding: .utf8)
        let all = masks(logged + explained + exported + (try String(contentsOfFile: decisions, encoding: .utf8)))
        #expect(all.count == 1 && all != ["~xxxxxxx"], "\(all)")
        for text in [logged, explained, exported] { #expect(!masks(text).isEmpty, "\(text)") }
        let elsewhere = try Program.run(["explain", link, "--rules", rules.path]).output
        #expect(masks(elsewhere) == ["~xxxxxxx"], "without the key masks tell nothing apart")
    }

    @Test("combined, as nginx and Apache write it")
    func combined() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "access.log"
        let daemon = try RunningDaemon(flags: ["--access-log", path, "--log-format", "combined"])
        _ = try daemon.click("/WXYZ?oobCode=topSecretCode", fields: ["User-Agent": "a\"b é"])
        #expect(daemon.stop() == 0)
        let line = try #require(Self.lines(path).first)
        let pattern =
            #/127\.0\.0\.1 - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET /WXYZ\?oobCode=~\w{15} HTTP/1\.1" 302 0 "-" "a\\x22b \\xC3\\xA9"/#
        #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
    }

    @Test("SIGUSR1 while clicks come: no line is lost, none is torn")
    func rotation() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "access.log"
        let daemon = try RunningDaemon(flags: ["--access-log", path, "--decision-log", folder.path + "decisions.log"])
        let client = try HTTPClient(port: daemon.front)
        let rounds = 6
        for round in 0..<rounds {
            for number in 0..<200 {
                client.send(HTTPRequest.text("/WXYZ?n=\(round * 200 + number)", host: "example.page.link"))
                #expect(try client.answer().status == 302)
                guard number == 100 else { continue }
                try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(round)")
                daemon.signal(SIGUSR1)
                #expect(wait(seconds: 5) { FileManager.default.fileExists(atPath: path) })
            }
        }
        #expect(daemon.stop() == 0)
        let files = (0..<rounds).map { "\(path).\($0)" } + [path]
        #expect(files.allSatisfy { !Self.lines($0).isEmpty })
        let targets = try files.flatMap(Self.json).compactMap { $0["target"]?.string }
        #expect(targets == (0..<rounds * 200).map { "/WXYZ?n=\($0)" })
        #expect(Self.lines(folder.path + "decisions.log").count == rounds * 200)
    }

    @Test("a full disk loses lines and counts them; the daemon serves on, and says it once")
    func full() throws {
        let daemon = try RunningDaemon(flags: ["--access-log", "/dev/full", "--decision-log", "/dev/full"])
        let client = try HTTPClient(port: daemon.front)
        let agent = String(repeating: "x", count: 8_000)
        for _ in 0..<400 {
            client.send(HTTPRequest.text("/WXYZ", host: "example.page.link", fields: ["User-Agent": agent]))
            #expect(try client.answer().status == 302)
        }
        let metrics = try daemon.ask(daemon.admin, "/metrics").body.split(separator: "\n")
        for log in ["access", "decisions"] {
            let line = try #require(
                metrics.first { $0.hasPrefix("fingerpost_log_lines_dropped_total{log=\"\(log)\"} ") })
            #expect(Int(line.split(separator: " ")[1]) ?? 0 > 200, "\(line)")
        }
        #expect(daemon.stop() == 0)
        #expect(daemon.said.components(separatedBy: "No space left on device").count == 2)
    }

    @Test("both logs on standard output, line by line")
    func standardOutput() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let child = try Child(
            Program.path,
            [
                "serve", "--rules", rules.path, "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin",
                "127.0.0.1:0", "--access-log", "-", "--decision-log", "stdout",
            ])
        #expect(wait(seconds: 20) { child.error.contains("ready ") })
        let mark = try #require(child.error.firstRange(of: "front=http://127.0.0.1:"))
        let port = try #require(UInt16(child.error[mark.upperBound...].prefix { $0.isNumber }))
        let client = try HTTPClient(port: port)
        for _ in 0..<50 {
            client.send(HTTPRequest.text("/WXYZ", host: "example.page.link"))
            #expect(try client.answer().status == 302)
        }
        // Lines come while the daemon serves, not only at its end.
        #expect(wait(seconds: 5) { child.output.split(separator: "\n").count == 100 })
        child.signal(SIGTERM)
        #expect(child.waits(seconds: 10) && child.code == 0)
        for line in child.output.split(separator: "\n") { _ = try JSONValue(parsing: String(line)) }
    }
}
