package import Routing

/// The active and the candidate rules, by which clicks are decided twice.
package final class ShadowPair: Sendable {
    /// The active rules.
    package let live: RuleSet
    /// The candidate rules.
    package let candidate: RuleSet
    /// The names of the sites of either; those of ``live`` first, in their order.
    let siteNames: [String]
    /// For each site of the candidate, its index in ``siteNames``.
    private let sitePlaces: [Int]
    /// For each active rule, the candidate rule with an equal name.
    private let sameRule: [Int?]

    /// Compares the names of the sites and rules; called at load time.
    package init(live: RuleSet, candidate: RuleSet) {
        (self.live, self.candidate) = (live, candidate)
        var names = live.sites.map(\.name)
        var places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        sitePlaces = candidate.sites.map { site in
            if let place = places[site.name] { return place }
            places[site.name] = names.count
            names.append(site.name)
            return names.count - 1
        }
        siteNames = names
        let rules = Dictionary(uniqueKeysWithValues: candidate.rules.enumerated().map { ($1.id, $0) })
        sameRule = live.rules.map { rules[$0.id] }
    }

    /// The site of a click that was decided twice, by its index in ``siteNames``; `nil` if neither found one.
    func site(_ live: Int?, _ candidate: Int?) -> Int? { live ?? candidate.map { sitePlaces[$0] } }

    /// Whether two rules have equal names, or no rule decided either time.
    func isSameRule(_ live: Int?, _ candidate: Int?) -> Bool {
        guard let live else { return candidate == nil }
        return sameRule[live] == candidate && candidate != nil
    }
}
