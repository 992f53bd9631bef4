import ByteText
import Foundation
import Configuration
import Outcomes
import Routing
import RuleLint
import Rules
import TestSupport
import Testing

@testable import SiteSetup

/// The written files load to the same values, and do what the documentation specifies.
@Suite("Files that init writes")
struct SiteFileTests {
    private static let android: [(Datum, String)] = [(.package, "com.acme.app"), (.fingerprint, Samples.fingerprint)]
    private static let apple: [(Datum, String)] = [(.bundle, "com.acme.ios"), (.team, "ABCDE12345")]
    private static let links: [(Datum, String)] = [(.host, "links.acme.com"), (.authorizedDomain, "www.acme.com")]
    private static let mail: [(Datum, String)] = [
        (.hosting, "auth.acme.com"), (.handler, "https://acme-app.firebaseapp.com/__/auth/action"),
        (.authorizedDomain, "acme-app.firebaseapp.com"),
    ]

    static let sites: [(String, [(Datum, String)])] = [
        ("everything", links + mail + android + apple + [(.appStoreID, "1234567"), (.minimumVersion, "1.10")]),
        ("Android alone", links + android), ("Apple alone", links + apple), ("web alone", links),
        ("mail links alone", mail + android + apple), ("mail links without apps", mail),
        ("mail links of the old form", links + android + apple + [mail[1]]),
        ("a path prefix", [(.host, "acme.com/go"), (.authorizedDomain, "*.acme.com")] + android + apple),
        ("a scheme", links + apple + [(.customScheme, "acme"), (.appStoreID, "1234567"), (.iosMinimumVersion, "2")]),
        ("HarmonyOS too", links + android + apple + [(.harmony, "com.acme.harmony=5765880207854")]),
        ("HarmonyOS alone", links + [(.harmony, "com.acme.harmony=5765880207854")]),
        ("deferred links", links + android + [(.deferred, "30")]),
        ("tokens to paste", links + apple + [(.appStoreID, "1234567"), (.deferred, "7"), (.copyToken, "yes")]),
        (
            "YAML's words",
            [(.host, "no"), (.authorizedDomain, "on.off"), (.name, "1.10"), (.package, "no.y")] + android.suffix(1)
        ),
    ]

    @Test("check has no finding of a site, and its cases pass", arguments: sites.map(\.0))
    func clean(name: String) throws {
        let values = try #require(Self.sites.first { $0.0 == name }).1
        try Self.expectClean(try Samples.draft(values), name)
    }

    @Test("so for a site made of files")
    func fromFiles() throws {
        let facts = try Samples.facts(services: true, info: Samples.serviceInfo(), export: Samples.export)
        try Self.expectClean(
            try Samples.draft(
                [(.package, "com.acme.app"), (.fingerprint, Samples.fingerprint), (.team, "ABCDE12345")], facts),
            "files")
    }

    @Test("so for two sites in one directory")
    func two() throws {
        let folder = try ScratchFolder()
        let directory = folder.path + "/rules"
        let first = try Samples.draft(Self.links + Self.android + [(.name, "one")])
        try Self.write(first, directory)
        let second = try Samples.draft(
            [(.host, "go.other.example"), (.authorizedDomain, "other.example"), (.name, "two")] + Self.apple)
        try Self.write(second, directory)
        #expect(try Self.findings(directory).isEmpty)
        let again = try Samples.draft(Self.links + [(.name, "three")])
        let check = try SetupCheck(again.files, in: directory, isNew: false)
        #expect(check.errors.contains { $0.message.contains("`links.acme.com` already belongs to the site `one`") })
    }

    private static func expectClean(_ draft: SiteDraft, _ name: String) throws {
        let folder = try ScratchFolder()
        let directory = folder.path + "/rules"
        try write(draft, directory)
        let loaded = try RuleDirectory.load(path: directory)
        #expect(loaded.sites == [draft.site], "\(name)\n\(SiteFile.text(draft))")
        #expect(try findings(directory).map(\.rendered) == [], "\(name)")
        let own = loaded.cases.filter { $0.id.hasPrefix("sites/") }
        #expect(own.count >= 2, "\(name) has \(own.count) cases")
        let runner = try CaseRunner(RuleSet(loaded))
        for ruleCase in own {
            #expect(runner.run(ruleCase)?.mismatches ?? [] == [], "\(name): \(ruleCase.id)")
        }
    }

    private static func write(_ draft: SiteDraft, _ directory: String) throws {
        let shipped = try ShippedRules.find(stated: RulesFolder.shippedRules.path(), program: "")
        var writer = DirectoryWriter(directory)
        _ = try writer.write(try shipped.files() + draft.files, replacing: false)
    }

    private static func findings(_ directory: String) throws -> [FileDiagnostic] {
        let loaded = try RuleDirectory.load(path: directory)
        guard !loaded.hasErrors else { return loaded.diagnostics }
        return loaded.diagnostics + RuleLint.findings(in: loaded, development: false)
            + (try SiteOutcomes.findings(in: loaded, RuleSet(loaded), now: 1_790_000_000))
    }

    /// Values consist of pieces with special meanings in YAML, addresses and shells. Values that fail a check are not
    /// written; all others must be preserved.
    @Test("whatever is stated is refused, or loads again to the same values", arguments: [1, 2, 3, 4] as [UInt64])
    func anything(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "no", "yes", "null", "1.10", "1e3", "0x1F", "*", "&a", "- ", ": ", "#", "\"", "'", "\\", "\n", "\u{2028}",
            "{", "}", "[", "]", ",", "a", "b-c", "com", ".", "example", "é", "🦒", "/", "~", "_", "12", "on", "Y", "%",
        ]
        var written = 0
        for round in 0..<300 {
            var statements = SiteStatements()
            for (datum, value) in Self.sites[round % Self.sites.count].1 where Bool.random(using: &random) {
                try statements.add(value, for: datum)
            }
            for datum in Datum.allCases where Int.random(in: 0..<3, using: &random) == 0 {
                let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)!
                }
                try? statements.add(text.joined(), for: datum)
            }
            let name = (0..<3).map { _ in pieces.randomElement(using: &random)! }.joined()
            var facts = SourceFacts()
            facts.projects = [.init(value: pieces.randomElement(using: &random)!, source: name)]
            facts.packages = [.init(value: "com.\(pieces.randomElement(using: &random)!)", source: name)]
            facts.appleApps = [.init(value: .init(bundle: pieces.randomElement(using: &random)!), source: name)]
            let draft = SiteDraft(statements, facts)
            guard draft.conflict == nil else { continue }
            let check = try SetupCheck(draft.files, in: "rules", isNew: true)
            #expect(
                check.loaded.sites == [draft.site],
                "seed \(seed), round \(round): \(check.errors.map(\.rendered))\n\(SiteFile.text(draft))")
            written += 1
        }
        #expect(written > 100)
    }
}
