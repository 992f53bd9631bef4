import ArgumentParser
import ByteText
import Configuration
import Links
import Routing
import Rules

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the cases beside the rules (*.cases.yaml).",
        discussion:
            "Codes, keys and mail addresses are masked in the output. Exit code 0; 1 if a case fails; 2 for rules with errors, usage or I/O errors."
    )

    @Argument(help: "The rules directory (default: rules, or /etc/fingerpost/rules).")
    var directory: String?

    @Flag(help: "Show which rules and which tests of their conditions the cases do not cover.")
    var coverage = false

    @OptionGroup var store: StoreOption

    func run() throws {
        let loaded = try RulesOption.load(directory)
        let place = try store.place(rules: directory)
        MaskKeyOption.install(loaded.settings, beside: place)
        for diagnostic in loaded.diagnostics where diagnostic.severity == .error { Output.error(diagnostic.rendered) }
        guard !loaded.hasErrors else { throw ExitCode(2) }
        let ruleSet = RuleSet(loaded, development: DevelopmentMode.isOn(loaded))
        let links = try place.shortLinks()
        let runner = try CaseRunner(ruleSet, shortLinks: links)
        let failures = loaded.cases.compactMap(runner.run)
        for failure in failures {
            Output.line("\(failure.ruleCase.location.description): \(failure.ruleCase.id) failed")
            for mismatch in failure.mismatches { Output.line(Masking.masked("    \(mismatch)")) }
            Output.line(Masking.masked(try explain(failure.ruleCase, ruleSet, links)))
        }
        if coverage { try printCoverage(loaded, ruleSet, links) }
        Output.line("\(loaded.cases.count - failures.count) passed, \(failures.count) failed")
        if !failures.isEmpty { throw ExitCode(1) }
    }

    /// A line a rule: how many cases it matched, then the tests that never came out both ways.
    private func printCoverage(_ loaded: LoadedRules, _ ruleSet: RuleSet, _ links: (any ShortLinks)?) throws {
        var coverage = try CaseCoverage(ruleSet, shortLinks: links)
        for ruleCase in loaded.cases { coverage.add(ruleCase) }
        for rule in coverage.rules {
            Output.line("\(rule.matches == 0 ? "never matched" : "matched \(rule.matches)")  \(rule.id)")
            for test in rule.tests where !test.isCovered {
                Output.line("    never \(test.wasTrue ? "false" : "true"): \(test.source)")
            }
        }
        let matched = coverage.rules.count { $0.matches > 0 }
        let tests = coverage.rules.flatMap(\.tests)
        let covered = tests.count { $0.isCovered }
        Output.line("rules \(matched) of \(coverage.rules.count), tests both ways \(covered) of \(tests.count)")
    }

    /// How the decision of a case that failed came about, indented below it; empty where the request is not understood.
    private func explain(_ ruleCase: RuleCase, _ ruleSet: RuleSet, _ links: (any ShortLinks)?) throws -> String {
        var output: [UInt8] = []
        let resolver = try RequestResolver(ruleSet, shortLinks: links)
        guard (try? resolver.explain(ruleCase.request, now: nil, to: &output)) != nil else { return "" }
        let text = ExplanationText.brief(of: try JSONValue(parsing: output.span))
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { "        \($0)" }
            .joined(separator: "\n")
    }
}
