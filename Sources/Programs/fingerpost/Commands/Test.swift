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
            with errors, a filter without cases, usage or I/O errors.

            Examples:
              fingerpost test
              fingerpost test rules --filter sites/example --filter 'iPhone'
              fingerpost test rules --coverage
              fingerpost test rules --format junit > cases.xml
            """)

    @OptionGroup var rules: RulesPlaceOptions

    @Option(
        name: .customLong("filter"),
        help: "Only cases whose name, ID or file matches this regular expression (RE2); repeatable.")
    var filters: [String] = []

    @Flag(help: "Show rules and tests in conditions without coverage, those of sites first.")
    var coverage = false

    @OptionGroup var store: StoreOption

    @OptionGroup var output: FindingFormatOption

    @Flag(help: "Print a JSON line per failed case, and one with the counts.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        try output.validate(with: json)
        if json, coverage { throw ValidationError("--json and --coverage can't be combined") }
        if coverage, output.format != .text {
            throw ValidationError("--format \(output.format.rawValue) and --coverage can't be combined")
        }
    }

    func run() throws {
        let loaded = try RulesOption.load(rules.path)
        let place = try store.place(rules: rules.path)
        MaskKeyOption.install(loaded.settings, beside: place)
        guard !loaded.hasErrors else { throw refusal(of: loaded) }
        let cases = try selected(loaded.cases)
        let ruleSet = RuleSet(loaded, development: DevelopmentMode.isOn(loaded))
        let links = try place.shortLinks()
        let runner = try CaseRunner(ruleSet, shortLinks: links)
        let failures = cases.compactMap(runner.run)
        if let format = output.annotations {
            Output.write(try report(failures, of: cases, ruleSet, links).bytes(in: format))
        } else {
            for failure in failures { try printFailure(failure, ruleSet, links) }
        }
        if coverage { try printCoverage(of: loaded.sites, cases, ruleSet, links) }
        printCounts(passed: cases.count - failures.count, failed: failures.count)
        if !failures.isEmpty { throw ExitCode(1) }
    }

    /// The cases that the filters select. A filter that selects none is probably misspelled, and must not pass.
    private func selected(_ cases: [RuleCase]) throws -> [RuleCase] {
        do throws(CaseFilterFault) {
            let filter = try CaseFilter(filters)
            var selected: [RuleCase] = []
            for ruleCase in cases where filter.selects(ruleCase) { selected.append(ruleCase) }
            guard selected.isEmpty, !filters.isEmpty else { return selected }
        } catch {
            throw Failure("--filter: not a regular expression of RE2: \(error.reason)")
        }
        throw Failure("--filter: none of \(counted(cases.count, "case")) matches \(filters.joined(separator: " or "))")
    }

    /// Reports the errors of rules that can't be tested, in the format of the results.
    private func refusal(of loaded: LoadedRules) -> ExitCode {
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        errors.forEach(Output.diagnostic)
        if let format = output.annotations {
            var report = FindingFormatOption.report("test", of: rules)
            report.annotations = errors.map { Annotation($0) }
            Output.write(report.bytes(in: format))
        }
        return ExitCode(2)
    }

    private func printFailure(_ failure: CaseRunner.Failure, _ ruleSet: RuleSet, _ links: (any ShortLinks)?) throws {
        if output.isJSON(json) {
            Output.line(Masking.masked(Self.json(failure).text))
        } else {
            Output.lines(try text(of: failure, ruleSet, links), masked: true)
        }
    }

    /// The failed cases for review tools; all others have passed.
    private func report(
        _ failures: [CaseRunner.Failure], of cases: [RuleCase], _ ruleSet: RuleSet, _ links: (any ShortLinks)?
    ) throws -> AnnotationReport {
        var report = FindingFormatOption.report("test", of: rules)
        report.annotations = try failures.map { failure in
            let explanation = try explain(failure.ruleCase, ruleSet, links)
            return Annotation(failure, explanation: explanation.split(separator: "\n").map(String.init))
        }
        let failed = Set(failures.map(\.ruleCase.id))
        report.passed = cases.filter { !failed.contains($0.id) }.map { AnnotationSubject($0) }
        return report
    }

    /// Prints the counts; to standard error if standard output is a document.
    private func printCounts(passed: Int, failed: Int) {
        guard !output.isJSON(json) else {
            let counts: JSONValue = ["passed": .number(JSONNumber(passed)), "failed": .number(JSONNumber(failed))]
            return Output.line(counts.text)
        }
        let line = [
            StyledText("\(passed) passed", failed == 0 ? .good : .plain), StyledText(", "),
            StyledText("\(failed) failed", failed == 0 ? .plain : .error),
        ]
        if output.annotations == nil { Output.lines([line]) } else { Output.errors([line]) }
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

    /// Prints a line for each rule: the number of matching cases, and the tests that never had both results. The rules of
    /// sites come first, with a sum of their own: their authors can't cover the shipped rules.
    private func printCoverage(
        of sites: [SiteDefinition], _ cases: [RuleCase], _ ruleSet: RuleSet, _ links: (any ShortLinks)?
    ) throws {
        var coverage = try CaseCoverage(ruleSet, shortLinks: links)
        for ruleCase in cases { coverage.add(ruleCase) }
        let ids = Set(sites.flatMap(\.rules).map(\.id))
        let own = coverage.rules.filter { ids.contains($0.id) }
        own.forEach(Self.printCoverage)
        if !own.isEmpty { Self.printSum(of: own, "rules of sites") }
        coverage.rules.filter { !ids.contains($0.id) }.forEach(Self.printCoverage)
        Self.printSum(of: coverage.rules, "rules")
    }

    private static func printCoverage(of rule: CaseCoverage.Rule) {
        Output.line("\(rule.matches == 0 ? "never matched" : "matched \(rule.matches)")  \(rule.id)")
        for test in rule.tests where !test.isCovered {
            Output.line("    never \(test.wasTrue ? "false" : "true"): \(test.source)")
        }
    }

    private static func printSum(of rules: [CaseCoverage.Rule], _ name: String) {
        let matched = rules.count { $0.matches > 0 }
        let tests = rules.flatMap(\.tests)
        let covered = tests.count { $0.isCovered }
        Output.line("\(name) \(matched) of \(rules.count), tests both ways \(covered) of \(tests.count)")
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
