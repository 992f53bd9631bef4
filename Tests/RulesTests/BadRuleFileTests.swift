import Configuration
import Foundation
import Rules
import Settings
import TestSupport
import Testing

/// Faults in a file of a rules directory are reported with their place.
@Suite("Bad rule files")
struct BadRuleFileTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var file = "sites/site.yaml"
        var text: String
        /// The expected parts of the diagnostics.
        var says: [String]
    }

    private static let apps =
        "apps:\n  - android: {package: com.example.android}\nhosts: [example.page.link]\nauthorized_domains: [www.example.com]\n"

    @Test(
        "are errors that hold",
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
    func named(_ item: Case) throws {
        let rules = try RulesFolder(site: ParityCase.site)
        try rules.folder.file(item.file, item.text)
        let loaded = try withExtendedLifetime(rules) { try RuleDirectory.load(path: rules.path) }
        #expect(loaded.hasErrors || !SettingsResolver.resolve(file: loaded.settings).diagnostics.isEmpty)
        let text = loaded.diagnostics.map(\.rendered).joined(separator: "\n")
        for part in item.says { #expect(text.contains(part), "\(text)") }
    }

    @Test(
        "a flag or a variable that is wrong is named",
        arguments: [
            (["workers": ["none"]], [:], "none"), (["workers": ["0"]], [:], "0"),
            (["trusted-peers": ["everybody"]], [:], "everybody"), (["edge": ["127.0.0.1:99999"]], [:], "99999"),
            ([:], ["FINGERPOST_LIMITS_HEAD_BYTES": "abc"], "FINGERPOST_LIMITS_HEAD_BYTES"),
            ([:], ["FINGERPOST_DEVELOPMENT": "perhaps"], "FINGERPOST_DEVELOPMENT"),
        ] as [([String: [String]], [String: String], String)])
    func flags(_ flags: [String: [String]], _ variables: [String: String], _ name: String) {
        let diagnostics = SettingsResolver.resolve(environment: variables, flags: flags).diagnostics
        #expect(diagnostics.contains { $0.severity == .error && $0.rendered.contains(name) }, "\(diagnostics)")
    }
}
