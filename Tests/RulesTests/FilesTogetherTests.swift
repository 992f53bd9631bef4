import Configuration
import Expressions
import Foundation
import Routing
import TestSupport
import Testing

@testable import Rules

/// Files are read concurrently, with the result of reading them serially.
@Suite("Files that are read together")
struct FilesTogetherTests {
    private static func file(_ number: Int, patterns: [String]) -> RuleFile {
        var text = "site: s\(number)\nhosts: [s\(number).page.link]\nauthorized_domains: [www.example.com]\nrules:\n"
        for (index, pattern) in patterns.enumerated() {
            text += "  - {name: r\(index), when: 'link.path.matches(\"\(pattern)\")', "
            text += "then: web_widget, because: It is tested.}\n"
        }
        let path = "sites/s\(number).yaml"
        return RuleFile(path: path, displayName: "rules/\(path)", bytes: Array(text.utf8))
    }

    @Test("each condition has the pattern of its file, and each pattern is there once")
    func patterns() throws {
        let patterns = (0..<40).map { number in ["^/own\(number)/", "^/shared/", "^/\(number % 3)/"] }
        let loaded = RuleDirectory.load(patterns.enumerated().map { Self.file($0.offset, patterns: $0.element) })
        #expect(loaded.diagnostics.isEmpty)
        #expect(loaded.sites.map(\.name) == (0..<40).map { "s\($0)" })
        #expect(Array(loaded.patterns.sources.prefix(4)) == ["^/own0/", "^/shared/", "^/0/", "^/own1/"])
        #expect(Set(loaded.patterns.sources).count == loaded.patterns.sources.count)
        for (site, expected) in zip(loaded.sites, patterns) {
            let named = try site.rules.map { rule in
                let formula = try #require(rule.program).formula(FactName.schema)
                guard case .test(.matches(_, let pattern), says: true) = formula else { return "" }
                return loaded.patterns.sources[pattern]
            }
            #expect(named == expected)
        }
    }

    @Test("faults are in the order of the files, and a host that two files claim is reported at the second")
    func faults() {
        let files = (0..<20).map { number in
            let text =
                "site: s\(number)\nhosts: [same.page.link]\nauthorized_domains: [www.example.com]\n"
                + "wrong: \(number)\n"
            return RuleFile(path: "s\(number).yaml", displayName: "s\(number).yaml", bytes: Array(text.utf8))
        }
        let loaded = RuleDirectory.load(files)
        let unknown = loaded.diagnostics.filter { $0.code == .unknownKey }
        #expect(unknown.map { $0.location?.file } == (0..<20).map { "s\($0).yaml" })
        let claims = loaded.diagnostics.filter { $0.code == .duplicate }
        #expect(claims.map { $0.location?.file } == (1..<20).map { "s\($0).yaml" })
        #expect(claims.allSatisfy { $0.message.contains("at s0.yaml:2") })
    }

    @Test("a daemon keeps no texts but those of its settings")
    func sources() {
        let settings = RuleFile(path: "fingerpost.yaml", displayName: "fingerpost.yaml", bytes: Array("{}\n".utf8))
        let files = [settings, Self.file(1, patterns: ["^/a"])]
        #expect(RuleDirectory.load(files).sources.count == 2)
        #expect(Array(RuleDirectory.load(files, forReview: false).sources.keys) == ["fingerpost.yaml"])
    }

    /// Cases took a quarter of the time of a start with the shipped rules.
    @Test("a daemon reads no cases, so that a fault in them stops neither a start nor a reload")
    func cases() throws {
        let files = [
            Self.file(1, patterns: ["^/a"]),
            RuleFile(path: "a.cases.yaml", displayName: "a.cases.yaml", bytes: Array("cases: [{nonsense: 1}]\n".utf8)),
        ]
        let (reviewed, served) = (RuleDirectory.load(files), RuleDirectory.load(files, forReview: false))
        #expect(reviewed.hasErrors && !served.hasErrors)
        #expect(reviewed.hash == served.hash)
        let rules = RulesFolder.shippedRules.path()
        let shipped = try RuleDirectory.load(path: rules, forReview: false)
        #expect(try shipped.cases.isEmpty && shipped.hash == RuleDirectory.load(path: rules).hash)
    }
}
