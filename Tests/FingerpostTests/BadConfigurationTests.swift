import Foundation
import Glibc
import TestSupport
import Testing

/// The fault is named on standard error, the exit code is 2, and nothing is served.
@Suite("bad configuration stops the daemon", .timeLimit(.minutes(20)))
struct BadConfigurationTests {
    @Test("a bad rule file is shown, with the place; a bad setting, flag or variable is named")
    func named() throws {
        let rules = try RulesFolder(site: "site: s\nhosts: [example.page.link]\nrules: [{when: \"device.bot &&\"}]\n")
        let bad = try Self.serve(["--rules", rules.path])
        for text in ["site.yaml:3:", "error:", "^"] { #expect(bad.error.contains(text), "\(bad.error)") }
        try rules.replaceSite(with: ParityCase.site)
        try rules.folder.file("fingerpost.yaml", "listen: {edge: nowhere}\n")
        #expect(try Self.serve(["--rules", rules.path]).error.contains("nowhere"))
        let shipped = RulesFolder.shippedRules.path()
        let tokens = try rules.folder.file("tokens", "# tokens\nfirst 12ab\n").path()
        for (flags, variables, name) in [
            (["--workers", "none"], [:], "none"), (["--trusted-peers", "everybody"], [:], "everybody"),
            (["--edge", "192.0.2.1:0"], [:], "192.0.2.1"),
            (["--tokens-file", "/nonexistent/tokens"], [:], "/nonexistent/tokens"),
            ([], ["FINGERPOST_DEVELOPMENT": "perhaps"], "FINGERPOST_DEVELOPMENT"),
            (["--access-log", "/nonexistent/a.log"], [:], "/nonexistent/a.log: No such file or directory"),
            (["--decision-log", "/"], [:], "/: Is a directory"),
            (["--page-host", "example.page.link"], [:], "page_host: error: pages can't be on `example.page.link`"),
            (["--page-host", "https://preview.example.com"], [:], "--page-host: error:"),
            (["--log-format", "xml"], [:], "`json` or `combined`"),
            (["--listen", "127.0.0.1:0 proxy_protocol"], [:], "listen.front: 127.0.0.1:0 accepts the PROXY protocol"),
            (["--tokens-file", tokens], [:], "tokens:2:"),
        ] as [([String], [String: String], String)] {
            let outcome = try Self.serve(["--rules", shipped] + flags, variables)
            #expect(outcome.error.contains(name), "\(outcome.error)")
        }
        // A rule file that is a dangling symbolic link.
        try FileManager.default.removeItem(at: rules.folder.url.appending(path: "fingerpost.yaml"))
        try FileManager.default.createSymbolicLink(
            atPath: rules.folder.url.appending(path: "sites/other.yaml").path(),
            withDestinationPath: "/nonexistent/other.yaml")
        #expect(try Self.serve(["--rules", rules.path]).error.contains("other.yaml"))
        let nowhere = try Self.serve([], ["FINGERPOST_RULES": "/nonexistent/rules"])
        #expect(nowhere.error.contains("/nonexistent/rules"))
    }

    /// Regression: the store and the first token were created before listeners were bound and most settings checked.
    @Test("settings that keep the daemon from starting leave nothing behind")
    func nothingCreated() throws {
        let folder = try ScratchFolder()
        let store = folder.path + "/store"
        let flags = [
            "--rules", RulesFolder.shippedRules.path(), "--store", store, "--access-log", "\(folder.path)/access.log",
            "--decision-log", "\(folder.path)/decisions.log",
        ]
        let taken = try RunningDaemon(rules: RulesFolder.shippedRules.path())
        let openID = try folder.file(
            "openid.yaml", "console: {openid: {issuer: 'https://id.example.com', client_id: x, ca: /none}}\n")
        let agent = try folder.file("agent.yaml", "target_checks: {every_seconds: 60, user_agent: \"a\\tb\"}\n")
        let group = try folder.file("group.yaml", "control: {group: no-such-group}\n")
        let history = try folder.file("history.yaml", "console: {write_rules: true, history: /none/history}\n")
        let before = try folder.names()
        for (more, part) in [
            (["--listen", "127.0.0.1:0 proxy_protocol"], "listen.front: "),
            (["--listen", "127.0.0.1:\(taken.front)"], "listen.front: bind to 127.0.0.1:\(taken.front): "),
            (["--edge", "127.0.0.1:\(taken.front)"], "listen.edge: bind to"),
            (["--admin", "203.0.113.9:8082"], "listen.admin: bind to 203.0.113.9:8082: "),
            (["--api", "127.0.0.1:\(taken.front)"], "listen.api: bind to"),
            (["--control", "\(folder.path)/none/control"], "control.socket: "),
            (["--traces", "ftp://collector"], "traces.endpoint"),
            (["--events-webhook", "https://hooks.example/"], "events.webhook: "),
            (
                ["--events", "\(folder.path)/events", "--events-webhook", "https://hooks.example/"],
                "events.webhook_secret_file"
            ),
            (["--source", "mysql://db/links"], "source: "),
            (["--source", "postgresql://f@db/links", "--source-password-file", "/none"], "/none"),
            (["--mask-key-file", "/none"], "/none: can't read the mask key file"),
            (["--audit-log", "/"], "logs.audit: /: Is a directory"),
            (["--settings", openID.path()], "console.openid.issuer: "),
            (["--settings", agent.path()], "target_checks.user_agent: "),
            (["--settings", group.path()], "control.group: this machine has no group"),
            (["--settings", history.path()], "console.history: /none/history: No such file or directory"),
        ] as [([String], String)] {
            let outcome = try Self.serve(flags + more)
            #expect(outcome.error.contains(part), "\(more): \(outcome.error)")
            #expect(try folder.names() == before, "\(more)")
            #expect(!outcome.error.contains("created"), "\(more): \(outcome.error)")
        }
    }

    @Test("a variable that is not known is a warning with the name it may have been meant for")
    func unknownVariable() throws {
        let daemon = try RunningDaemon(
            rules: RulesFolder.shippedRules.path(), environment: ["FINGERPOST_LIMITS_FEILDS": "50"])
        #expect(daemon.said.contains("FINGERPOST_LIMITS_FEILDS"))
        #expect(daemon.said.contains("FINGERPOST_LIMITS_FIELDS"))
        #expect(daemon.stop() == 0)
    }

    @Test("a port that is taken is named, and the daemon that has it serves on")
    func portInUse() throws {
        let daemon = try RunningDaemon(rules: RulesFolder.shippedRules.path())
        let outcome = try Self.serve(
            ["--rules", RulesFolder.shippedRules.path(), "--listen", "127.0.0.1:\(daemon.front)"])
        #expect(outcome.error.hasPrefix("listen.front: bind to 127.0.0.1:\(daemon.front): "), "\(outcome.error)")
        #expect(outcome.error.contains("another process listens there") && outcome.error.contains("(--listen, "))
        #expect(try daemon.click("/WXYZ").status == 302)
        #expect(daemon.stop() == 0)
    }

    @Test("a rule file that can't be read", .enabled(if: getuid() != 0, "skipped: root reads every file"))
    func unreadableFile() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let file = rules.folder.url.appending(path: "sites/site.yaml").path()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
        let outcome = try Self.serve(["--rules", rules.path])
        #expect(outcome.error.contains("site.yaml"), "\(outcome.error)")
    }

    /// Runs `serve`, which must fail: exit code 2, nothing on standard output, no ready line.
    private static func serve(_ flags: [String], _ variables: [String: String] = [:]) throws -> Program.Outcome {
        var arguments = ["serve"] + flags
        for name in ["--listen", "--edge", "--admin"] where !flags.contains(name) {
            arguments += [name, "127.0.0.1:0"]
        }
        let outcome = try Program.run(arguments, environment: variables, seconds: 15)
        #expect(outcome.code == 2 && !outcome.wasKilled, "\(outcome.error)")
        #expect(!outcome.error.split(separator: "\n").contains { $0.hasPrefix("ready ") })
        #expect(outcome.output.isEmpty)
        // A fault without a message is printed as Swift describes it.
        #expect(!outcome.error.contains("Fault("), "\(outcome.error)")
        return outcome
    }
}

extension ScratchFolder {
    /// The paths of all files and folders in it.
    fileprivate func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    }
}
