import ByteText
import Configuration
import Foundation
import Routing
import Testing

@testable import Rules

/// The shipped rules and their cases.
@Suite("Shipped rules and their cases")
struct ShippedCasesTests {
    static let loaded: LoadedRules = {
        let folder = URL(filePath: #filePath).appending(path: "../../../rules").standardized
        do { return try RuleDirectory.load(path: folder.path) } catch { fatalError("\(error)") }
    }()

    @Test("they load without a word")
    func clean() {
        #expect(Self.loaded.diagnostics.map(\.rendered) == [])
        #expect(Self.loaded.rules.count >= 50)
    }

    @Test("every case passes")
    func cases() throws {
        let runner = try CaseRunner(RuleSet(Self.loaded))
        #expect(Self.loaded.cases.count >= 180)
        for ruleCase in Self.loaded.cases {
            let failure = runner.run(ruleCase)
            #expect(failure == nil, "\(ruleCase.id): \(failure?.mismatches.joined(separator: "; ") ?? "")")
        }
    }

    /// The tests of the shipped rules remain after the example site is deleted.
    @Test("the cases of the shipped rules pass without the example site")
    func ownSites() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../rules").standardized
        let files = try DirectoryReader(directory: folder.path).contents().files
        let loaded = RuleDirectory.load(files.filter { !$0.path.hasPrefix("sites/") })
        #expect(loaded.diagnostics.map(\.rendered) == [])
        #expect(loaded.sites.isEmpty)
        #expect(loaded.cases.count > 300)
        let runner = try CaseRunner(RuleSet(loaded))
        for ruleCase in loaded.cases {
            let failure = runner.run(ruleCase)
            #expect(failure == nil, "\(ruleCase.id): \(failure?.mismatches.joined(separator: "; ") ?? "")")
        }
    }

    @Test("every rule is decided on by a case that names it, or sets a page that a case expects")
    func coverage() {
        let named = Set(Self.loaded.cases.compactMap { $0.expect["rule"]?.string })
        let rules = Self.loaded.sites.flatMap(\.rules) + Self.loaded.rules
        for rule in rules where rule.action.outcome != nil {
            #expect(named.contains(rule.id), "no case expects the rule \(rule.id)")
        }
        let pages = Set(Self.loaded.cases.compactMap { $0.expect["page"]?.string })
        for rule in rules where rule.action.outcome == nil {
            #expect(pages.contains(rule.action.page?.rawValue ?? ""), "no case expects the page of \(rule.id)")
        }
        // Rules of a case's own site (`root`, `not_found`) are not among them.
        let ids = Set(rules.map(\.id)).union(["site/root", "site/not-found"])
        #expect(named.subtracting(ids).sorted() == [], "cases name rules that are not there")
    }
}
