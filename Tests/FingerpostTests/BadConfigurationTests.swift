import Foundation
import Glibc
import TestSupport
import Testing

/// What is wrong is named on standard error, the exit code is 2, and nothing serves.
@Suite("bad configuration stops the daemon", .timeLimit(.minutes(20)))
struct BadConfigurationTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var file = "sites/site.yaml"
        var text: String
        /// What standard error has to hold.
        var says: [String]
    }

    private static let apps =
        "apps:\n  - android: {package: com.example.android}\nhosts: [example.page.link]\nauthorized_domains: [www.example.com]\n"

    @Test(
        "a bad rule file",
        arguments: [
            Case(
                testDescription: "a condition that is cut off",
                text: "site: s\n\(apps)rules:\n  - {name: r, when: \"device.bot &&\", then: web_widget, because: b}\n",
                says: ["site.yaml:7:", "error:", "^"]),
            Case(
                testDescription: "a fact that is not there",
                text:
                    "site: s\n\(apps)rules:\n  - {name: r, when: device.platfrom == \"ios\", then: web_widget, because: b}\n",
                says: ["site.yaml:7:", "platfrom", "did you mean", "platform"]),
            Case(testDescription: "no YAML", text: "site: [s\nhosts: }\n", says: ["site.yaml:", "error:"]),
            Case(
                testDescription: "a key that is not there", text: "site: s\n\(apps)handlr: x\n",
                says: ["handlr", "handler"]),
            Case(
                testDescription: "a version without quotes",
                text:
                    "site: s\nhosts: [example.page.link]\napps:\n  - android: {package: com.example.android, minimum_version: 1.10}\n",
                says: ["site.yaml:4:", "1.10"]),
            Case(testDescription: "bytes that are no text", text: "site: s\u{0}\n", says: ["site.yaml"]),
            Case(
                testDescription: "a setting out of range", file: "fingerpost.yaml", text: "limits: {fields: 1}\n",
                says: ["fields"]),
            Case(
                testDescription: "an address that is none", file: "fingerpost.yaml", text: "listen: {edge: nowhere}\n",
                says: ["nowhere"]),
        ])
    func badRuleFile(_ item: Case) throws {
        let rules = try RulesFolder(site: ParityCase.site)
        try rules.folder.file(item.file, item.text)
        let outcome = try Self.serve(["--rules", rules.path])
        for text in item.says { #expect(outcome.error.contains(text), "\(outcome.error)") }
    }

    @Test(
        "a flag or a variable that is wrong is named",
        arguments: [
            (["--bogus"], [:], "--bogus"),
            (["--workers", "none"], [:], "none"),
            (["--workers", "0"], [:], "0"),
            (["--trusted-peers", "everybody"], [:], "everybody"),
            (["--edge", "127.0.0.1:99999"], [:], "99999"),
            (["--edge", "192.0.2.1:0"], [:], "192.0.2.1"),
            (["--tokens-file", "/nonexistent/tokens"], [:], "/nonexistent/tokens"),
            (["--rules", "/nonexistent/rules"], [:], "/nonexistent/rules"),
            ([], ["FINGERPOST_LIMITS_HEAD_BYTES": "abc"], "FINGERPOST_LIMITS_HEAD_BYTES"),
            ([], ["FINGERPOST_DEVELOPMENT": "perhaps"], "FINGERPOST_DEVELOPMENT"),
            ([], ["FINGERPOST_RULES": "/nonexistent/rules"], "/nonexistent/rules"),
        ] as [([String], [String: String], String)])
    func badFlag(_ flags: [String], _ variables: [String: String], _ name: String) throws {
        var arguments = flags
        if !flags.contains("--rules"), variables["FINGERPOST_RULES"] == nil {
            arguments += ["--rules", RulesFolder.shippedRules.path()]
        }
        let outcome = try Self.serve(arguments, variables)
        #expect(outcome.error.contains(name), "\(outcome.error)")
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

    @Test("a rule file that is a link to nothing is named")
    func danglingFile() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let file = rules.folder.url.appending(path: "sites/other.yaml").path()
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/nonexistent/other.yaml")
        let outcome = try Self.serve(["--rules", rules.path])
        #expect(outcome.error.contains("other.yaml"), "\(outcome.error)")
    }

    @Test("a tokens file with a line that is none is named with its line")
    func badTokensFile() throws {
        let folder = try ScratchFolder()
        let tokens = try folder.file("tokens", "# tokens\nfirst 12ab\n")
        let outcome = try Self.serve(
            ["--rules", RulesFolder.shippedRules.path(), "--tokens-file", tokens.path()])
        #expect(outcome.error.contains("tokens:2:"), "\(outcome.error)")
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
        return outcome
    }
}
