import Configuration
import Expressions
import Routing
import Rules

/// Rules of a site that redirect links in mails elsewhere, so that the web widget never receives their codes.
extension RuleLint {
    mutating func findTakenActions() {
        for index in rules.indices {
            let rule = rules[index]
            guard let site = rule.site, rule.cubes != nil, rule.decides, !rule.considersActions,
                let example = takenAction(index, site)
            else { continue }
            report(
                .takenAction, rule,
                "`\(rule.name)` also decides links in mails: a password is not reset, an address is not verified",
                hint: "add `!link.payload_is_action` to its condition", example: example)
        }
    }

    /// A click on a link in a mail that the rule sends to an address or a store.
    private mutating func takenAction(_ index: Int, _ site: Int) -> RequestDraft? {
        let rule = rules[index]
        guard let handler = sites[site].definition.handler else { return nil }
        let actions = space.product([clicks(of: rule), space.holds(.linkPayloadIsAction, true)])
        let before = rulesBefore(index).filter { rules[$0].decides }.flatMap { rules[$0].cubes ?? [] }
        let witnesses = search.witnesses(in: actions, outside: scope(of: rule).relations + before, atMost: 8)
        guard !witnesses.isEmpty else { return nil }
        let runner = runner
        return example(in: witnesses, of: site) { draft in
            guard draft.stage != "continue", draft.carriesCode(for: handler) else { return false }
            guard let outcome = runner.decide(draft), outcome.rule == rule.id else { return false }
            return outcome.kind == .continueRedirect || outcome.kind == .storeInstall
        }
    }
}

extension RequestDraft {
    /// Whether the link is, or wraps, the web widget's address with a code.
    fileprivate func carriesCode(for handler: String) -> Bool {
        let address = parameters.first { $0.name == "link" }?.value ?? base
        return address.hasPrefix(handler + "?") && address.contains("oobCode=")
    }
}

extension LintRule {
    /// Whether the condition distinguishes links in mails.
    fileprivate var considersActions: Bool {
        let facts: [FactName] = [
            .linkPayloadIsAction, .linkMode, .linkHandleCodeInApp, .linkContinueURL, .linkInstall, .requestStage,
        ]
        return formula?.tests.contains { test in facts.contains { test.facts.contains($0.rawValue) } } ?? false
    }
}
