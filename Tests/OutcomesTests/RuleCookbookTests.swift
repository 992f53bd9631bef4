import Configuration
import Foundation
import Outcomes
import Routing
import RuleLint
import Rules
import Settings
import TestSupport
import Testing

/// A section of the article: rules to paste into a site, and cases for them.
struct Recipe: Sendable, CustomTestStringConvertible {
    var title: String
    var rules: String
    var cases: String

    var testDescription: String { title }
}

/// The recipes of the article "Rule cookbook", run as a reader would paste them.
@Suite("The rule cookbook")
struct RuleCookbookTests {
    private static let article = RulesFolder.repository.appending(
        path: "Sources/Deciding/Routing/Routing.docc/RuleCookbook.md")

    /// The YAML code blocks, section by section; the first section is the site.
    private static let sections: [(title: String, blocks: [String])] = {
        guard let text = try? String(contentsOf: article, encoding: .utf8) else { return [] }
        return text.components(separatedBy: "\n## ").dropFirst().map { section in
            let blocks = section.components(separatedBy: "```yaml\n").dropFirst()
            return (String(section.prefix { $0 != "\n" }), blocks.map { $0.components(separatedBy: "```")[0] })
        }
    }()

    static let recipes: [Recipe] = sections.dropFirst().map { section in
        Recipe(title: section.title, rules: section.blocks.first ?? "", cases: section.blocks.last ?? "")
    }

    /// The site of the article, with or without a recipe's rules, and the shipped rules.
    private func load(_ recipe: Recipe, withRules: Bool) throws -> LoadedRules {
        let site = try #require(Self.sections.first?.blocks.first)
        let folder = try RulesFolder(site: "")
        try FileManager.default.removeItem(at: folder.folder.url.appending(path: "sites/site.yaml"))
        try folder.folder.file("sites/shop.yaml", site + (withRules ? "rules:\n" + recipe.rules.indented : ""))
        try folder.folder.file("sites/shop.cases.yaml", "cases:\n" + recipe.cases.indented)
        return try withExtendedLifetime(folder) { try RuleDirectory.load(path: folder.path) }
    }

    /// The failing cases of the recipe; those of the shipped rules are ignored.
    private func failures(_ loaded: LoadedRules) throws -> (of: Int, failed: [CaseRunner.Failure]) {
        let runner = try CaseRunner(RuleSet(loaded))
        let cases = loaded.cases.filter { $0.location.file.hasSuffix("shop.cases.yaml") }
        return (cases.count, cases.compactMap(runner.run))
    }

    @Test("every section has rules and cases")
    func sections() {
        #expect(Self.sections.first?.blocks.count == 1)
        #expect(Self.recipes.count >= 10)
        for section in Self.sections.dropFirst() { #expect(section.blocks.count == 2, "\(section.title)") }
    }

    @Test("a recipe compiles, check finds nothing, its cases pass, and need its rules", arguments: recipes)
    func recipe(_ recipe: Recipe) throws {
        let loaded = try load(recipe, withRules: true)
        // A note about the site itself is no finding. The recipe for countries requires a setting.
        let lint = RuleLint.findings(in: loaded, unprovided: DaemonSettings().unprovidedFacts)
        let needsSetting = recipe.rules.contains("request.country")
        #expect(lint.contains { $0.code == .unprovidedFact } == needsSetting)
        let found = (loaded.diagnostics + lint).filter { $0.code != .manifest && $0.code != .unprovidedFact }
        #expect(found.isEmpty, "\(found.map(\.rendered).joined(separator: "\n"))")
        try #require(!loaded.hasErrors)
        let run = try failures(loaded)
        #expect(run.of > 0)
        #expect(run.failed.isEmpty, "\(run.failed.map { "\($0.ruleCase.id): \($0.mismatches)" })")
        let without = try failures(try load(recipe, withRules: false))
        #expect(!without.failed.isEmpty, "the cases pass without the recipe")
    }

    /// Followed on every phone; all other recipes lead to the web.
    @Test("no recipe that opens apps or stores strands anybody")
    func outcomes() throws {
        let leading = Self.recipes.filter { $0.rules.contains("app_open") || $0.rules.contains("store_install") }
        #expect(leading.count == 2)
        for recipe in leading {
            let loaded = try load(recipe, withRules: true)
            let found = try SiteOutcomes.findings(in: loaded, RuleSet(loaded), now: 1_790_000_000)
            #expect(found.isEmpty, "\(recipe.title): \(found.map(\.rendered).joined(separator: "\n"))")
        }
    }
}

extension String {
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
            .joined(separator: "\n")
    }
}
