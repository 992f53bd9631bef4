import ArgumentParser
import Routing
import Rules

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the cases that stand beside the rules (*.cases.yaml).",
        discussion: "Exit code 0; 1 where a case fails; 2 for rules with errors, bad usage or I/O.")

    @Argument(help: "The rules directory (default: rules, or /etc/fingerpost/rules).")
    var directory: String?

    func run() throws {
        let loaded = try RulesOption.load(directory)
        for diagnostic in loaded.diagnostics where diagnostic.severity == .error { Output.error(diagnostic.rendered) }
        guard !loaded.hasErrors else { throw ExitCode(2) }
        let runner = try CaseRunner(RuleSet(loaded, development: DevelopmentMode.isOn(loaded)))
        let failures = loaded.cases.compactMap(runner.run)
        for failure in failures {
            Output.line("\(failure.ruleCase.location.description): \(failure.ruleCase.id) failed")
            for mismatch in failure.mismatches { Output.line("    \(mismatch)") }
        }
        Output.line("\(loaded.cases.count - failures.count) passed, \(failures.count) failed")
        if !failures.isEmpty { throw ExitCode(1) }
    }
}
