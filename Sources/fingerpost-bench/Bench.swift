import ArgumentParser
import ByteText
import Glibc

/// Measures the parts of the product, each scenario a line.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost-bench",
        abstract: "Measures: nanoseconds and allocations per operation.",
        discussion: """
            Scenarios: \(Scenario.all.map(\.name).joined(separator: ", ")). Times are the best of several rounds and mean \
            something only beside one another, in one run; allocations are exact.
            """)

    @Flag(help: "One JSON object a line.")
    var json = false

    @Argument(help: "The scenarios to run (default: all).")
    var scenarios: [String] = []

    func run() throws {
        for name in scenarios where !Scenario.all.contains(where: { $0.name == name }) {
            throw ValidationError("there is no scenario \(name); see --help")
        }
        for scenario in Scenario.all where scenarios.isEmpty || scenarios.contains(scenario.name) {
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
    var run: ((Measurement) -> Void) throws -> Void

    static var all: [Scenario] {
        [
            Scenario(name: "decide", run: DecideScenario.run),
            Scenario(name: "rules", run: RulesScenario.run),
        ]
    }
}
