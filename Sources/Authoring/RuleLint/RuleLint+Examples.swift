import Expressions
import Routing

/// Searches for requests that demonstrate a finding.
extension RuleLint {
    /// A confirmed request of a site that lies in one of the cubes, as short as possible.
    ///
    /// - Parameter confirms: Whether the evaluator confirms a request.
    mutating func example(
        in cubes: [Cube], of site: Int, confirms: (RequestDraft) -> Bool
    ) -> RequestDraft? {
        var left = min(4_000, requestsLeft)
        defer { requestsLeft -= min(4_000, requestsLeft) - left }
        let statements = cubes.prefix(8).map { CubeStatement($0, space) }
        // Requests with ActionCodeSettings are rare, so plain links are tried first.
        for isSettled in [false, true] {
            for statement in statements {
                for shape in sites[site].shapes {
                    guard left > 0 else { return nil }
                    left -= 1
                    let draft = (isSettled ? settled(shape, site) : shape).stating(statement, space)
                    if confirms(draft) { return shortened(draft, confirms) }
                }
            }
        }
        for draft in sites[site].pool.drafts {
            guard left > 0 else { return nil }
            left -= 1
            if confirms(draft) { return shortened(draft, confirms) }
        }
        return nil
    }

    /// A request of one of the rule's sites that satisfies its condition and gets a decision accepted by `isMeant`.
    mutating func example(
        of rule: LintRule, in cubes: [Cube], decided isMeant: (RequestRunner.Outcome) -> Bool
    ) -> RequestDraft? {
        let runner = runner
        // Nearly everything that can be demonstrated can be demonstrated on one of the first sites.
        for site in sites(of: rule).prefix(4) {
            guard let probe = probe(rule, site) else { return nil }
            let found = example(in: cubes, of: site) { draft in
                guard let held = probe.decide(draft), held.rule == rule.id else { return false }
                guard let outcome = runner.decide(draft) else { return false }
                return isMeant(outcome)
            }
            if let found { return found }
        }
        return nil
    }

    /// The draft with ActionCodeSettings that name the site's apps.
    private func settled(_ shape: RequestDraft, _ site: Int) -> RequestDraft {
        var draft = shape
        draft.settings = sites[site].definition.settings
        return draft
    }

    /// Removes everything from a request that its confirmation does not need.
    private func shortened(_ draft: RequestDraft, _ confirms: (RequestDraft) -> Bool) -> RequestDraft {
        var best = draft
        func attempt(_ change: (inout RequestDraft) -> Void) {
            var shorter = best
            change(&shorter)
            if shorter != best, confirms(shorter) { best = shorter }
        }
        attempt { $0.settings = nil }
        attempt { $0.stage = nil }
        attempt { $0.app = nil }
        attempt { $0.app?.version = nil }
        attempt { $0.inApp = nil }
        attempt { $0.bot = nil }
        attempt { $0.botKind = nil }
        attempt { $0.formFactor = nil }
        attempt { $0.osVersion = nil }
        attempt { $0.store = nil }
        attempt { $0.browserVersion = nil }
        attempt { $0.browser = nil }
        attempt { $0.country = nil }
        attempt { $0.ip = nil }
        attempt { $0.time = nil }
        attempt { $0.platform = nil }
        for header in best.headers { attempt { draft in draft.headers.removeAll { $0 == header } } }
        for parameter in best.parameters { attempt { draft in draft.parameters.removeAll { $0 == parameter } } }
        return best
    }

    /// The evaluator that checks whether a rule's condition holds for a site's clicks, regardless of the rules before it.
    func probe(_ rule: LintRule, _ site: Int) -> RequestRunner? {
        RequestRunner.probe(rule.definition, of: sites[site].definition, ruleSet, limit: limit)
    }
}
