import ArgumentParser
import ByteText
import Glibc

/// The program: by default it measures parts of the product; subcommands measure whole servers.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost-bench", abstract: "Measures the product.",
        subcommands: [Parts.self, ReplayBench.self, Store.self, Servers.self, Nodes.self, TrafficCommand.self],
        defaultSubcommand: Parts.self)
}

/// Measures parts of the product, one line of output per measurement.
struct Parts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures parts: nanoseconds and allocations per operation.",
        discussion: """
            Scenarios: \(Scenario.all().map(\.name).joined(separator: ", ")). Times are the best of several rounds, and are \
            comparable only within one run; allocations are exact.
            """)

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Option(help: "For devices: user agents, one per line or in a TSV's first column (default: a few built-in ones).")
    var agents: [String] = []

    @Option(help: "For accuracy: a TSV of labelled user agents (default: the tests' own).")
    var labels = "Tests/DevicesTests/labels.tsv"

    @Option(help: "For accuracy: list the agents of this label where the classifier disagrees.")
    var misses: String?

    @Flag(help: "For accuracy, with --misses: without the tokens that occur only in agents of the agent's own sources.")
    var unseen = false

    @Option(help: "For decide, shadow, rules and requests: only measurements whose line contains this text.")
    var only: String?

    @Option(
        help:
            "For decide, rules and devices: run each operation this many times without timing, to count instructions."
    )
    var turns: Int?

    @Argument(help: "The scenarios to run (default: all).")
    var scenarios: [String] = []

    func run() throws {
        let accuracy = AccuracyScenario.Options(labels: labels, misses: misses, unseen: unseen)
        let all = Scenario.all(agents: agents, accuracy: accuracy, Measurer(only: only, turns: turns))
        for name in scenarios where !all.contains(where: { $0.name == name }) {
            throw ValidationError("unknown scenario \(name); see --help")
        }
        for scenario in all where scenarios.isEmpty || scenarios.contains(scenario.name) {
            try scenario.run {
                print($0.text(json: json))
                fflush(nil)
            }
        }
    }
}

/// A group of measurements.
struct Scenario {
    var name: String
    var run: ((any ReportLine) -> Void) throws -> Void

    static func all(
        agents: [String] = [], accuracy: AccuracyScenario.Options = AccuracyScenario.Options(),
        _ measurer: Measurer = Measurer()
    ) -> [Scenario] {
        [
            Scenario(name: "decide") { report in try DecideScenario.run(measurer, report) },
            Scenario(name: "shadow") { report in try ShadowScenario.run(measurer, report) },
            Scenario(name: "rules") { report in try RulesScenario.run(measurer, report) },
            Scenario(name: "requests") { report in try RequestsScenario.run(measurer, report) },
            Scenario(name: "devices") { report in try DevicesScenario(files: agents, measurer).run(report) },
            Scenario(name: "accuracy") { report in try AccuracyScenario.run(accuracy, report) },
        ]
    }
}
