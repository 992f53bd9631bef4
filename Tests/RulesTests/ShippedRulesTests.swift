import ByteText
import Configuration
import Expressions
import Foundation
import Routing
import Testing

@testable import Settings

@testable import Rules

/// The shipped rules load without diagnostics.
@Suite("Shipped rules")
struct ShippedRulesTests {
    @Test("they have no faults, each rule a place, and every case a rule set to run on")
    func load() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../rules").standardized.path
        let loaded = try RuleDirectory.load(path: folder)
        #expect(loaded.diagnostics.map(\.rendered) == [])
        #expect(loaded.sites.map(\.name) == ["example"])
        #expect(loaded.rules.count >= 31)
        let all = loaded.rules + loaded.sites.flatMap(\.rules)
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(all.allSatisfy { loaded.locations[$0.id] != nil })
        let resolved = SettingsResolver.resolve(file: loaded.settings)
        #expect(resolved.settings == DaemonSettings())
        #expect(resolved.diagnostics.isEmpty)
        let ruleSet = RuleSet(
            sites: loaded.sites, rules: loaded.rules, patterns: loaded.patterns, hash: loaded.hash)
        #expect(ruleSet.rules.count == all.count)
    }
}

/// The sites of the semantic cases.
@Suite("Sites of the semantic cases")
struct SharedSiteTests {
    static let file: String = {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
        let shared =
            ProcessInfo.processInfo.environment["FINGERPOST_SHARED"]
            ?? root.appendingPathComponent("../shared").standardized.path
        return "\(shared)/data/semantics/cases.jsonl"
    }()

    @Test(
        "every site is read, save the one with eleven patterns",
        .enabled(if: FileManager.default.fileExists(atPath: file), "no shared data: set FINGERPOST_SHARED"))
    func sites() throws {
        var sites = 0
        var refused: [String] = []
        for line in try String(contentsOfFile: Self.file, encoding: .utf8).split(separator: "\n") {
            guard let json = try JSONValue(parsing: String(line))["request"]?["site"] else { continue }
            sites += 1
            var patterns = PatternList()
            let (site, diagnostics) = SiteDecoder.decode(json: json, patterns: &patterns)
            if site == nil { refused.append(SiteDecoder.errorCode(of: diagnostics)) }
        }
        #expect(sites == 80)
        #expect(refused == ["too-many-url-patterns"])
    }
}
