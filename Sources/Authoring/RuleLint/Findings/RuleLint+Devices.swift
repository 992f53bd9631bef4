import Configuration
import Devices
import Routing
import Rules

/// Device tokens that change the classification of built-in examples.
extension RuleLint {
    mutating func findChangedExamples() {
        let (corrections, agents) = (loaded.corrections.map(\.correction), loaded.corrections.map(\.example))
        let shared = DeviceCorrection.changedExamples(by: corrections, except: agents)
        let areNeeded = DeviceCorrection.change(agents, by: corrections)
        for (index, placed) in loaded.corrections.enumerated() {
            report(shared[index], of: placed.correction.token, at: placed.place, path: "devices", hint: Self.intended)
            guard !areNeeded[index] else { continue }
            report(
                .idleCorrection, at: placed.place, path: "devices",
                "the correction is not needed: its example is classified correctly without it",
                hint: "remove the correction", .note)
        }
        let own = sites.map(\.definition).flatMap { site in site.devices.corrections.map { (site: site.name, $0) } }
        let changed = own.isEmpty ? [] : DeviceCorrection.changedExamples(by: own.map(\.1))
        for ((site, correction), examples) in zip(own, changed) {
            let place = loaded.places[site]?.tokens[correction.token]
            report(examples, of: correction.token, at: place, path: "\(site).devices", hint: nil)
        }
    }

    private static let intended =
        "use a longer token, or give the agent as the correction's `example` if it is meant to change"

    private mutating func report(
        _ examples: ChangedExamples, of token: String, at place: SourceLocation?, path: String, hint: String?
    ) {
        guard examples.count > 0 else { return }
        report(
            .changedExample, at: place, path: path,
            "the token `\(token)` changes \(examples.count == 1 ? "a built-in example" : "\(examples.count) built-in examples"): \(examples.listed)",
            hint: hint)
    }
}
