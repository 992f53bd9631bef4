import Foundation
import Glibc
import TestSupport
import Testing

/// What is wrong is named on standard error, the exit code is 2, and nothing serves.
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
        // A rule file that is a link to nothing.
        try FileManager.default.removeItem(at: rules.folder.url.appending(path: "fingerpost.yaml"))
        try FileManager.default.createSymbolicLink(
            atPath: rules.folder.url.appending(path: "sites/other.yaml").path(),
            withDestinationPath: "/nonexistent/other.yaml")
        #expect(try Self.serve(["--rules", rules.path]).error.contains("other.yaml"))
        let nowhere = try Self.serve([], ["FINGERPOST_RULES": "/nonexistent/rules"])
        #expect(nowhere.error.contains("/nonexistent/rules"))
    }

    /// The store and the first token were created before the listeners were looked at.
    @Test("settings that don't go together leave nothing behind")
    func nothingCreated() throws {
        let folder = try ScratchFolder()
        let store = folder.path + "/store"
        let flags = ["--rules", RulesFolder.shippedRules.path(), "--store", store]
        let outcome = try Self.serve(flags + ["--listen", "127.0.0.1:0 proxy_protocol"])
        #expect(outcome.error.hasPrefix("listen.front: "), "\(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: store))
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
        #expect(outcome.error.contains("\(daemon.front)"), "\(outcome.error)")
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

    /// Runs `serve`, which has to give up: exit code 2, nothing on standard output, no ready line.
    private static func serve(_ flags: [String], _ variables: [String: String] = [:]) throws -> Program.Outcome {
        var arguments = ["serve"] + flags
        for name in ["--listen", "--edge", "--admin"] where !flags.contains(name) {
            arguments += [name, "127.0.0.1:0"]
        }
        let outcome = try Program.run(arguments, environment: variables, seconds: 15)
        #expect(outcome.code == 2 && !outcome.wasKilled, "\(outcome.error)")
        #expect(!outcome.error.split(separator: "\n").contains { $0.hasPrefix("ready ") })
        #expect(outcome.output.isEmpty)
        // A fault that has no words shows itself as Swift writes it.
        #expect(!outcome.error.contains("Fault("), "\(outcome.error)")
        return outcome
    }
}
