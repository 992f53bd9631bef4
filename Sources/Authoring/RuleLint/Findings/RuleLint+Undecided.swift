import Configuration
import Links
import Routing
import Rules

/// Unhandled clicks: those that no rule decides.
extension RuleLint {
    mutating func findUndecidedClicks() {
        for site in sites.indices {
            guard let example = undecidedClick(of: site) else { continue }
            let name = sites[site].definition.name
            report(
                .undecidedClick, at: loaded.places[name]?.name, path: name,
                "no rule decides some clicks of the site `\(name)`",
                hint: "end the last file with a rule without `when`", example: example)
        }
    }

    /// Reports only what the evaluator confirms, since facts have dependencies that the reasoning does not model.
    private mutating func undecidedClick(of site: Int) -> RequestDraft? {
        let order = rules(of: site).filter { rules[$0].decides }
        // Most rule lists end with a rule that matches everything.
        let blockers = order.flatMap { rules[$0].cubes ?? [] }
        let relations = space.relations + sites[site].relations
        let name = sites[site].definition.name
        let question = "whether its rules decide every click"
        if isNever(sites[site].cubes, outside: relations + blockers) { return nil }
        if lacksRequests(.site(name), question) { return nil }
        let witnesses = search.witnesses(in: sites[site].cubes, outside: relations + blockers, atMost: 8)
        let runner = runner
        return example(in: witnesses, of: site) { runner.decide($0)?.fault?.code == .noRuleMatched }
    }
}
