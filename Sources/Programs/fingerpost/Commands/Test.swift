import ArgumentParser
import ByteText
import Configuration
import Links
import Routing
import Rules
import ServiceFiles
import Terminal
import Texts

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Runs the cases next to the rules (*.cases.yaml).",
        discussion: """
            Codes, keys and mail addresses are masked in the output. Exit code 0; 1 if a case fails; 2 for rules \
            with errors, usage or I/O errors.

            Examples:
              fingerpost test
              fingerpost test rules --coverage
            """)

    @OptionGroup var rules: RulesPlaceOptions

    @Flag(help: "Show rules and tests in conditions without coverage.")
    var coverage = false

    @OptionGroup var store: StoreOption

    @Flag(help: "Print a JSON line per failed case, and one with the counts.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if json, coverage { throw ValidationError("--json and --coverage can't be combined") }
    }

    func run() throws {
        let loaded = try RulesOption.load(rules.path)
        let place = try store.place(rules: rules.path)
        MaskKeyOption.install(loaded.settings, beside: place)
        for diagnostic in loaded.diagnostics where diagnostic.severity == .error { Output.diagnostic(diagnostic) }
        guard !loaded.hasErrors else { throw ExitCode(2) }
        let ruleSet = RuleSet(loaded, development: DevelopmentMode.isOn(loaded))
        let links = try place.shortLinks()
        let runner = try CaseRunner(ruleSet, shortLinks: links)
        let failures = loaded.cases.compactMap(runner.run)
        for failure in failures {
            if json {
                Output.line(Masking.masked(Self.json(failure).text))
            } else {
                Output.lines(try text(of: failure, ruleSet, links), masked: true)
            }
        }
        if coverage { try printCoverage(loaded, ruleSet, links) }
        printCounts(passed: loaded.cases.count - failures.count, failed: failures.count)
        if !failures.isEmpty { throw ExitCode(1) }
    }

    private func printCounts(passed: Int, failed: Int) {
        guard !json else {
            let counts: JSONValue = ["passed": .number(JSONNumber(passed)), "failed": .number(JSONNumber(failed))]
            return Output.line(counts.text)
        }
        Output.lines([
            [
                StyledText("\(passed) passed", failed == 0 ? .good : .plain), StyledText(", "),
                StyledText("\(failed) failed", failed == 0 ? .plain : .error),
            ]
        ])
    }

    private static func json(_ failure: CaseRunner.Failure) -> JSONValue {
        [
            "case": .string(failure.ruleCase.id), "file": .string(failure.ruleCase.location.file),
            "line": .number(JSONNumber(failure.ruleCase.location.line)),
            "mismatches": .array(failure.mismatches.map { .string("\($0)") }),
        ]
    }

    /// A failed case, its mismatches, and the explanation of the decision.
    private func text(
        of failure: CaseRunner.Failure, _ ruleSet: RuleSet, _ links: (any ShortLinks)?
    ) throws -> [[StyledText]] {
        let head = [
            StyledText("\(failure.ruleCase.location.description): ", .heading), StyledText(failure.ruleCase.id),
            StyledText(" failed", .error),
        ]
        return [head] + failure.mismatches.map { [StyledText("    \($0)")] }
            + StyledText.lines(try explain(failure.ruleCase, ruleSet, links))
    }

    /// Prints a line for each rule: the number of matching cases, and the tests that never had both results.
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

    /// The explanation of a failed case's decision, indented, or an empty text if the request is invalid.
    private func explain(_ ruleCase: RuleCase, _ ruleSet: RuleSet, _ links: (any ShortLinks)?) throws -> String {
        var output: [UInt8] = []
        let resolver = try RequestResolver(ruleSet, shortLinks: links)
        guard (try? resolver.explain(ruleCase.request, now: nil, to: &output)) != nil else { return "" }
        let text = ExplanationText.brief(of: try JSONValue(parsing: output.span))
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { "        \($0)" }
            .joined(separator: "\n")
    }
}
