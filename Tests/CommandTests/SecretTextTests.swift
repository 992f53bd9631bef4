import ByteText
import Configuration
import Foundation
import Links
import Routing
import RuleLint
import Rules
import Testing
import TestSupport
import Texts

@testable import fingerpost

/// Command output for links with planted secrets, which may appear only in targets and locations.
@Suite("planted secrets on the command line, in memory")
struct SecretTextTests {
    private static func expectNone(
        in text: String, _ place: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        if let secret = PlantedSecrets.found(in: text) {
            Issue.record("\(place) holds \(secret): \(text.prefix(2000))", sourceLocation: sourceLocation)
        }
    }

    private static func request(_ link: String, _ agent: String) -> JSONValue {
        [
            "link": .string(link), "user_agent": .string(agent),
            "headers": ["referer": .string(PlantedSecrets.action)],
        ]
    }

    @Test("resolve and explain, for people and as JSON")
    func decisions() throws {
        let rules = try RulesFolder(site: PlantedSecrets.curiousSite)
        let resolver = try RequestResolver(
            RuleSet(try withExtendedLifetime(rules) { try RuleDirectory.load(path: rules.path) }))
        for link in PlantedSecrets.links {
            for agent in [Agents.android, Agents.iPhone, Agents.slackbot] {
                var (decision, explanation): ([UInt8], [UInt8]) = ([], [])
                try resolver.resolve(Self.request(link, agent), now: 0, to: &decision)
                try resolver.explain(Self.request(link, agent), now: 0, to: &explanation)
                for json in [decision, explanation] {
                    let text = String(decoding: json, as: UTF8.self)
                    Self.expectNone(in: try PlantedSecrets.withoutWay(inJSON: text), "JSON about \(link)")
                }
                let people = try [
                    DecisionText.text(of: JSONValue(parsing: decision.span)),
                    ExplanationText.text(of: JSONValue(parsing: explanation.span)),
                ]
                for text in people { Self.expectNone(in: Self.withoutWay(text), "what people read about \(link)") }
            }
        }
    }

    /// The text of a decision without the lines with targets and locations.
    private static func withoutWay(_ text: String) -> String {
        let ways = ["target", "location", "fallback"]
        return text.split(separator: "\n").filter { line in
            !ways.contains { line.hasPrefix("\($0) ") }
        }.joined(separator: "\n")
    }

    /// Messages on standard error are masked.
    @Test("messages about bad usage")
    func messages() throws {
        let rules = RulesFolder.shippedRules.path()
        let (action, code, mail) = (PlantedSecrets.action, PlantedSecrets.code, PlantedSecrets.mail)
        for arguments in [
            ["explain", action, action], ["resolve", "--\(action)"], [action],
            ["resolve", "x", "--device", "{\"\(action)\": 1}", "--rules", rules],
            ["resolve", "x", "--stage", action, "--rules", rules],
            ["resolve", "x", "--header", "oobCode=\(code)", "--rules", rules],
            ["resolve", "--batch", "/nowhere?oobCode=\(code)", "--rules", rules],
            ["resolve", "x", "--rules", "/nowhere?email=\(mail)"],
        ] {
            let ending = try CommandLineInMemory.ending(of: arguments)
            #expect(ending.code == 2)
            Self.expectNone(in: Masking.masked(ending.message), "\(arguments)")
        }
    }

    @Test("check: findings in rules that contain secrets")
    func findings() throws {
        let elsewhere = PlantedSecrets.encoded(
            "https://evil.example/?oobCode=\(PlantedSecrets.code)&m=\(PlantedSecrets.mail)")
        for (part, with) in [
            ("\"links\": {", "\"links\": {\"LEAK\": \"https://example.page.link/?link=\(elsewhere)\", "),
            ("\"links\": {", "\"links\": {\"A\": [\"\(PlantedSecrets.action)\"], "),
            ("\"hosting\":", "\"\(PlantedSecrets.action)\": 1, \"hosting\":"),
        ] {
            let rules = try RulesFolder(site: ParityCase.site.replacing(part, with: with))
            let loaded = try withExtendedLifetime(rules) { try RuleDirectory.load(path: rules.path) }
            let all = loaded.diagnostics + RuleLint.findings(in: loaded, development: false)
            #expect(!all.isEmpty, "nothing was found in \(with)")
            for finding in all {
                for text in [finding.rendered, finding.json.text] {
                    Self.expectNone(in: Masking.masked(text), "a finding")
                }
            }
        }
    }
}
