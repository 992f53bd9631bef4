import ByteText
import Foundation
import TestSupport
import Testing

/// Rule sets that a daemon keeps, and decisions that are explained and repeated with them.
@Suite("former rules", .timeLimit(.minutes(20)))
struct KeptRuleSetTests {
    /// A daemon whose rule is replaced between clicks.
    struct Changing {
        let rules: RulesFolder
        let folder: ScratchFolder
        let daemon: RunningDaemon

        init(_ rule: String = "first", settings: String? = nil, flags: [String] = []) throws {
            rules = try RulesFolder(site: Self.site(rule))
            folder = try ScratchFolder()
            if let settings { try rules.folder.file("fingerpost.yaml", settings) }
            daemon = try RunningDaemon(
                rules: rules.path,
                flags: ["--store", folder.path + "store", "--decision-log", folder.path + "decisions.log"] + flags)
        }

        /// A site with one rule, which refuses all links with its name.
        static func site(_ rule: String) -> String {
            """
            {"site": "a", "hosts": ["a.link"], "authorized_domains": ["www.example.com"], "rules": [{"name": "\(rule)", \
            "then": {"error": {"code": "\(rule)", "status": 403, "message": "No."}}, "because": "a test"}]}
            """
        }

        var store: String { folder.path + "store" }
        var log: String { folder.path + "decisions.log" }
        var kept: String { store + "/rulesets" }

        /// Clicks, and returns the decision's ID.
        func click() throws -> String {
            let answer = try daemon.click("/?link=https://www.example.com/", host: "a.link")
            return try #require(answer["X-Request-Id"])
        }

        func replace(with rule: String) throws {
            try rules.replaceSite(with: Self.site(rule))
            let outcome = try run(["control", "reload", "--rules", rules.path])
            #expect(outcome.code == 0, "\(outcome.error)")
        }

        /// Runs a command for this daemon's store.
        func run(_ words: [String]) throws -> Program.Outcome { try Program.run(words + ["--store", store]) }

        /// The lines of the decision log with a type, when there are as many.
        func lines(_ count: Int) throws -> [JSONValue] {
            var found: [JSONValue] = []
            #expect(
                wait(seconds: 20) {
                    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                    found = text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
                        .filter { $0["type"]?.string == "decision" }
                    return found.count >= count
                })
            return found
        }

        /// The file of the rule set of a line.
        func file(_ line: JSONValue) throws -> URL {
            let hash = try #require(line["ruleset"]?.string)
            return URL(filePath: "\(kept)/\(hash.dropFirst("sha256:".count)).tar.gz")
        }

        func metric(_ name: String) throws -> Int? {
            let body = try daemon.ask(daemon.admin, "/metrics").body
            return body.split(separator: "\n").first { $0.hasPrefix(name + " ") }
                .flatMap { Int($0.dropFirst(name.count + 1)) }
        }
    }

    @Test("explain decisions of before a reload, and verify them")
    func explained() throws {
        let changing = try Changing()
        let ids = [try changing.click()]
        try changing.replace(with: "second")
        let later = try changing.click()
        try changing.replace(with: "first")
        let lines = try changing.lines(2)
        #expect(Set(lines.map { $0["ruleset"]?.string }).count == 2)

        for (id, rule) in [(ids[0], "first"), (later, "second")] {
            // Workers write their lines in any order.
            let line = try #require(lines.first { $0["decision_id"]?.string == id })
            let outcome = try changing.run(["explain", "--decision", id, "--log", changing.log, "--json"])
            // The decision is an error.
            #expect(outcome.code == 1, "\(outcome.error)")
            let json = try JSONValue(parsing: outcome.output)
            #expect(json["ruleset"] == line["ruleset"] && json["logged"] == line)
            #expect(json["explanation"]?["decision"]?["rule"]?.string == "sites/site/\(rule)")
            #expect(json["differs"]?.array == [] && json["doubt"] == .null)
            #expect(json["in_force"]?["from"] != .null)
            let text = try changing.run(["explain", "--decision", id, "--log", changing.log]).output
            #expect(
                text.contains("sites/site/\(rule)") && text.contains("The decision equals that in the log."), "\(text)")
        }
        // Three periods, two rule sets.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: changing.kept).filter { $0.hasSuffix(".gz") }.count == 2
        )
        #expect(try changing.metric("fingerpost_rulesets_kept") == 2)
        #expect(try changing.metric("fingerpost_ruleset_keep_failures_total") == 0)

        let verify = ["replay", changing.log, "--verify"]
        let asWas = try changing.run(verify + ["--as-was"])
        #expect(asWas.code == 0 && asWas.output == "2 decisions are the same\n", "\(asWas.output)\(asWas.error)")
        let now = try changing.run(verify + ["--rules", changing.rules.path])
        #expect(now.code == 1 && now.error.contains("1 decision was made by other rules"), "\(now.output)\(now.error)")
        #expect(changing.daemon.stop() == 0)
    }

    @Test("replay history as it was, and compare it with a proposal")
    func history() throws {
        let changing = try Changing()
        for _ in 0..<3 { _ = try changing.click() }
        try changing.replace(with: "second")
        _ = try changing.click()
        _ = try changing.lines(4)
        let words = ["replay", changing.log, "--as-was"]
        let report = try changing.run(words + ["--json"])
        #expect(report.code == 0, "\(report.error)")
        let rules = try JSONValue(parsing: report.output)["rules"]?.array ?? []
        func decided(_ rule: String) -> Int? {
            rules.first { $0["rule"]?.string == "sites/site/\(rule)" }?["decided"]?.number?.int
        }
        #expect(decided("first") == 3 && decided("second") == 1, "\(report.output)")
        let text = try changing.run(words)
        #expect(text.output.contains("2 rule sets, each for its time"), "\(text.output)")

        // The proposal is the rule that decides now: only the clicks before it change.
        let compared = try changing.run(words + ["--against", changing.rules.path, "--json"])
        let changes = try JSONValue(parsing: compared.output)["changes"]
        #expect(changes?["compared"]?.number?.int == 4 && changes?["changed"]?.number?.int == 3, "\(compared.output)")
        let failing = try changing.run(words + ["--against", changing.rules.path, "--fail-on-change"])
        #expect(failing.code == 1)
        for other in [["--follow"], ["--partial"], ["--export", "x.csv"], ["--against-store", "x"]] {
            #expect(try changing.run(words + other).code == 2, "\(other)")
        }
    }

    /// Access logs have no hash: the rules are those of the line's time.
    @Test("decide the lines of access logs by their time")
    func accessLog() throws {
        let changing = try Changing()
        try changing.replace(with: "second")
        let journal = "\(changing.kept)/in-force.jsonl"
        let periods = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
        #expect(periods.count == 2)
        let times = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"]
        let moved = zip(periods, times).map { line, time in
            line.replacing(/"from":"[^"]*"/, with: "\"from\":\"\(time)\"")
        }
        try moved.joined(separator: "\n").appending("\n").write(toFile: journal, atomically: true, encoding: .utf8)
        let log = try changing.folder.file(
            "access.log",
            ["31/Dec/2025", "15/Jan/2026", "15/Jan/2026", "15/Feb/2026"].map { day in
                "192.0.2.1 - - [\(day):10:00:00 +0000] \"GET /?link=https://www.example.com/ HTTP/1.1\" 302 0 \"-\" \"a\"\n"
            }.joined()
        ).path()
        let outcome = try changing.run(["replay", log, "--as-was", "--host", "a.link", "--json"])
        #expect(outcome.code == 2 && outcome.error.contains("1 line is left out: no rule set is kept from its time"))
        let report = try JSONValue(parsing: outcome.output)
        let decided = (report["rules"]?.array ?? []).filter { $0["decided"]?.number?.int ?? 0 > 0 }
        #expect(decided.map { $0["decided"]?.number?.int } == [1, 2], "\(outcome.output)")
        #expect(report["lines"]?["left_out"]?["rules-not-kept"]?.number?.int == 1)
    }

    @Test("a rule set that is missing or was changed is named, and nothing is guessed")
    func missing() throws {
        let changing = try Changing()
        let id = try changing.click()
        try changing.replace(with: "second")
        _ = try changing.click()
        // Workers write their lines in any order.
        let lines = try changing.lines(2)
        let line = try #require(lines.first { $0["decision_id"]?.string == id })
        let other = try #require(lines.first { $0["decision_id"]?.string != id })
        let (file, hash) = (try changing.file(line), try #require(line["ruleset"]?.string))
        let bytes = try Data(contentsOf: file)
        let explain = ["explain", "--decision", id, "--log", changing.log]
        let verify = ["replay", changing.log, "--as-was", "--verify"]

        // Every byte matters, but some are not seen by gzip: its time and system.
        var random = SplitMix64(seed: 7)
        for _ in 0..<20 {
            var changed = bytes
            changed[Int.random(in: 10..<bytes.count, using: &random)] ^= 1 << Int.random(in: 0..<8, using: &random)
            try changed.write(to: file)
            let outcome = try changing.run(explain)
            #expect(outcome.code == 2 && outcome.error.contains(file.lastPathComponent), "\(outcome)")
        }
        // Another rule set under its name.
        try FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(at: changing.file(other), to: file)
        #expect(try changing.run(explain).error.contains("it is the rule set sha256:"))

        try FileManager.default.removeItem(at: file)
        let gone = try changing.run(explain)
        #expect(gone.code == 2 && gone.error.contains("the rule set \(hash) is not kept in"), "\(gone.error)")
        let rest = try changing.run(verify)
        #expect(rest.code == 2 && rest.output == "1 decision is the same\n", "\(rest.output)\(rest.error)")
        #expect(rest.error.contains("1 line is left out: the rule set \(hash) is not kept in"), "\(rest.error)")

        // It is kept again when it comes into force again.
        try changing.replace(with: "first")
        #expect(try changing.run(explain).code == 1)
        let unknown = try changing.run(["explain", "--decision", "nothing", "--log", changing.log])
        #expect(unknown.code == 2 && unknown.error.contains("no decision nothing in"), "\(unknown.error)")
    }

    @Test("are removed by age and by size, but never those in force")
    func retention() throws {
        let changing = try Changing()
        try changing.replace(with: "second")
        let journal = "\(changing.kept)/in-force.jsonl"
        let aged = try String(contentsOfFile: journal, encoding: .utf8).replacing(
            /"from":"20../, with: "\"from\":\"2001")
        try aged.write(toFile: journal, atomically: true, encoding: .utf8)
        func hashes() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: changing.kept).count - 1 }
        #expect(try hashes() == 2)
        try changing.replace(with: "second")
        #expect(try hashes() == 1)
        #expect(try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n").count == 1)

        // Each rule set takes more than half a megabyte, since random text can't be compressed.
        var random = SplitMix64(seed: 3)
        try changing.rules.folder.file("fingerpost.yaml", "receipts: {megabytes: 1}\n")
        for rule in ["third", "fourth", "fifth"] {
            let noise = (0..<90_000).map { _ in String(random.next(), radix: 36) }.joined()
            try changing.rules.folder.file("noise.yaml", "# \(noise)\nrules: []\n")
            try changing.replace(with: rule)
        }
        #expect(try hashes() == 1)
        let id = try changing.click()
        _ = try changing.lines(1)
        #expect(try changing.run(["explain", "--decision", id, "--log", changing.log]).code == 1)
    }

    @Test("that can't be kept stop neither the start, nor a reload, nor a click")
    func unwritable() throws {
        let folder = try ScratchFolder()
        let store = folder.path + "store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        // A file where the folder would be: no user can write into it.
        try Data().write(to: URL(filePath: store + "/rulesets"))
        let rules = try RulesFolder(site: Changing.site("first"))
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--store", store])
        try rules.replaceSite(with: Changing.site("second"))
        let reload = try Program.run(["control", "reload", "--store", store, "--rules", rules.path])
        #expect(reload.code == 0, "\(reload.error)")
        #expect(try daemon.click("/?link=https://www.example.com/", host: "a.link").body.contains("No."))
        let metrics = try daemon.ask(daemon.admin, "/metrics").body
        let failures = metrics.split(separator: "\n").first { $0.hasPrefix("fingerpost_ruleset_keep_failures_total ") }
        #expect(failures.map { !$0.hasSuffix(" 0") } == true)
        #expect(daemon.said.contains("is used but not kept: \(store)/rulesets"), "\(daemon.said)")
        #expect(daemon.stop() == 0)
    }

    /// A file beyond the size limit is refused like one on a full disk (`Fingerpost.main`).
    @Test("on a full disk, the new rules are used")
    func fullDisk() throws {
        let folder = try ScratchFolder()
        let rules = try RulesFolder(site: Changing.site("first"))
        let flags = ["--store", folder.path + "store"]
        // Creates the store, which later needs no more room.
        #expect(try RunningDaemon(rules: rules.path, flags: flags).stop() == 0)
        let daemon = try RunningDaemon(
            rules: rules.path, flags: flags, starter: ["/bin/sh", "-c", "ulimit -f 600; exec \"$0\" \"$@\""])
        var random = SplitMix64(seed: 5)
        let noise = (0..<90_000).map { _ in String(random.next(), radix: 36) }.joined()
        try rules.folder.file("noise.yaml", "# \(noise)\nrules: []\n")
        try rules.replaceSite(with: Changing.site("second"))
        let reload = try Program.run(["control", "reload", "--rules", rules.path] + flags)
        #expect(reload.code == 0, "\(reload.error)")
        #expect(daemon.said.contains("is used but not kept: \(folder.path)store/rulesets"), "\(daemon.said)")
        #expect(try daemon.click("/?link=https://www.example.com/", host: "a.link").status == 403)
        // No part of a file is left, and the former rule set can still be used.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "store/rulesets")
        #expect(names.filter { !$0.hasSuffix(".jsonl") }.count == 1, "\(names)")
        #expect(daemon.stop() == 0)
    }

    // MARK: - Receipts

    @Test("are exported with decisions, which others verify without the store")
    func receipts() throws {
        let changing = try Changing()
        let ids = [try changing.click()]
        try changing.replace(with: "second")
        let later = try changing.click()
        _ = try changing.lines(2)
        let (file, key) = (changing.folder.path + "receipts.tar.gz", changing.folder.path + "key.pem")
        let made = try Program.run(["bundle", "keygen", "-o", key])
        let id = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let export = ["receipts", "export", "--log", changing.log, "-o", file, "--force"]
        let all = try changing.run(export + ["--key", key])
        #expect(
            all.code == 0 && all.error.contains("exported 2 decisions, 2 rule sets, 0 link lookups"), "\(all.error)")
        // Another machine: no store, no rules.
        let elsewhere = try ScratchFolder()
        func verify(_ more: [String]) throws -> Program.Outcome {
            try Program.run(["receipts", "verify", file, "--json"] + more, in: elsewhere.path)
        }
        let signed = try verify(["--key", changing.folder.path + "key.pub.pem"])
        let json = try JSONValue(parsing: signed.output)
        #expect(signed.code == 0 && json["same"]?.number?.int == 2 && json["key"]?.string == id, "\(signed)")
        #expect(json["rulesets"]?.array?.count == 2 && json["different"]?.number?.int == 0)
        let one = try changing.run(export + ["--decision", later])
        #expect(one.error.contains("exported 1 decision, 1 rule set"), "\(one.error)")
        #expect(try verify([]).code == 0)
        // Without --key, the daemon's key signs it.
        let other = try verify(["--key", changing.folder.path + "key.pub.pem"])
        #expect(other.code == 1 && other.error.contains("which is not a trusted key"), "\(other.error)")
        let own = try JSONValue(parsing: try verify(["--key", changing.store + "/rulesets.pub.pem"]).output)
        #expect(own["key"] != .null && own["rulesets"]?.array?.allSatisfy { $0["used_by"] == own["key"] } == true)
        let text = try Program.run(
            ["receipts", "verify", file, "--key", changing.store + "/rulesets.pub.pem"], in: elsewhere.path)
        #expect(text.output.contains(", used by the daemon with the key "), "\(text.output)")
        try FileManager.default.moveItem(atPath: changing.store + "/rulesets.key", toPath: changing.folder.path + "k")
        #expect(try changing.run(export).error.contains(", not signed"))
        let unsigned = try verify(["--key", changing.folder.path + "key.pub.pem"])
        #expect(unsigned.code == 1 && unsigned.error.contains("it is not signed"), "\(unsigned.error)")

        // A changed decision differs, and its digest, too.
        let log = try String(contentsOfFile: changing.log, encoding: .utf8)
        try log.replacing("\"status\":403", with: "\"status\":302").write(
            toFile: changing.log, atomically: true, encoding: .utf8)
        let changed = try changing.run(export)
        #expect(changed.code == 0 && changed.error.contains("warning: 2 decisions differ"), "\(changed.error)")
        let differing = try verify([])
        #expect(differing.code == 1)
        let first = try JSONValue(parsing: differing.output)["first_difference"]
        #expect(first?["member"]?.string == "status" && first?["line"]?.number?.int == 1, "\(differing.output)")
        var bytes = try Data(contentsOf: URL(filePath: file))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: file))
        #expect(try verify([]).code == 1)

        let missing = try changing.run(export + ["--decision", "nothing", "--decision", ids[0]])
        #expect(missing.code == 2 && missing.error.contains("no decision nothing in"), "\(missing.error)")
        try FileManager.default.removeItem(atPath: changing.kept)
        #expect(try changing.run(export).error.contains("is not kept in"))
    }

    @Test("decide with the links of then")
    func links() throws {
        let folder = try ScratchFolder()
        let log = folder.path + "decisions.log"
        let server = try LinkServer(flags: ["--decision-log", log])
        func put(_ target: String) -> String { #"{"long_link": "https://example.page.link/?link=\#(target)"}"# }
        let (one, two) = ("https://www.example.com/one", "https://www.example.com/two")
        let create =
            #"{"domain": "example.page.link", "code": "code", "long_link": "https://example.page.link/?link=\#(one)"}"#
        #expect(try server.ask("POST", "/v1/links", create).status == 201)
        usleep(1_100_000)
        let first = try server.daemon.click("/code")
        usleep(1_100_000)
        #expect(
            try server.ask("PATCH", "/v1/links/example.page.link/code", put(two), fields: ["If-Match": "*"]).status
                == 200)
        usleep(1_100_000)
        let second = try server.daemon.click("/code")
        #expect(first["Location"] == one && second["Location"] == two)
        let ids = try [first, second].map { try #require($0["X-Request-Id"]) }
        #expect(
            wait(seconds: 20) {
                (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").count == 2
            })
        let store = ["--store", server.folder.path, "--rules", server.rulesPath]
        func target(_ id: String) throws -> JSONValue? {
            let outcome = try Program.run(["explain", "--decision", id, "--log", log, "--json"] + store)
            let json = try JSONValue(parsing: outcome.output)
            #expect(json["differs"]?.array == [] && json["doubt"] == .null, "\(outcome.output)")
            return json["explanation"]?["decision"]?["target"]
        }
        #expect(try target(ids[0])?.string == one && target(ids[1])?.string == two)
        let asWas = try Program.run(["replay", log, "--verify", "--as-was"] + store)
        #expect(asWas.code == 0 && asWas.output == "2 decisions are the same\n", "\(asWas.output)\(asWas.error)")
        #expect(try Program.run(["replay", log, "--verify"] + store).code == 1)

        // Receipts have the link as it was at each decision, and nothing else of it.
        let file = folder.path + "receipts.tar.gz"
        let export = try Program.run(["receipts", "export", "--log", log, "-o", file] + store)
        #expect(export.code == 0 && export.error.contains("2 link lookups"), "\(export.error)")
        let verified = try Program.run(["receipts", "verify", file, "--json"])
        #expect(try verified.code == 0 && JSONValue(parsing: verified.output)["same"]?.number?.int == 2, "\(verified)")

        // Nothing of a deleted link is kept.
        #expect(try server.ask("DELETE", "/v1/links/example.page.link/code").status == 204)
        let deleted = try Program.run(["explain", "--decision", ids[0], "--log", log] + store)
        #expect(deleted.output.contains("the short link was deleted since"), "\(deleted.output)")
        let rest = try Program.run(["replay", log, "--json", "--as-was"] + store)
        #expect(try JSONValue(parsing: rest.output)["lines"]?["left_out"]?["link-not-kept"]?.number?.int == 2)
    }
}
