import Configuration
import Expressions
public import Routing
import Rules
public import Settings

/// Rules that test the client's location although the installation does not provide it.
extension RuleLint {
    mutating func findUnprovidedFacts() {
        guard !unprovided.isEmpty else { return }
        for rule in rules {
            let read =
                (rule.formula?.tests.flatMap(\.facts) ?? []).compactMap(FactName.init) + rule.definition.templateFacts
            let missing = FactName.allCases.filter { unprovided.contains($0) && read.contains($0) }
            guard !missing.isEmpty else { continue }
            let names = missing.map { "`\($0.name)`" }.joined(separator: " and ")
            let isCountry = missing == [.requestCountry]
            report(
                .unprovidedFact, rule,
                "`\(rule.name)` reads \(names), unknown for every click: the settings name no \(isCountry ? "`country_header` of a trusted peer, and no `geo`" : "file that contains it")",
                hint: isCountry
                    ? "set `geo` to files in MaxMind's format, or `country_header` and `trusted_peers`"
                    : "set `geo` to files in MaxMind's format")
        }
    }
}

extension DaemonSettings {
    /// The location facts that no setting provides. Callers of the decision API may still supply them.
    public var unprovidedFacts: Set<FactName> {
        guard geoFiles.isEmpty else { return [] }
        let hasCountry = countryHeader != nil && !trustedPeers.isEmpty
        return Set([.requestRegion, .requestCity, .requestASN] + (hasCountry ? [] : [.requestCountry]))
    }
}

extension RuleDefinition {
    /// The facts in the rule's targets.
    fileprivate var templateFacts: [FactName] {
        action.targets.flatMap(\.segments).compactMap { segment in
            if case .fact(let fact) = segment { fact } else { nil }
        }
    }
}
