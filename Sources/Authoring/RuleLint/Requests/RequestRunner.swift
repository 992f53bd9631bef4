import ByteText
import Expressions
import Links
import Routing
import Threads

/// Returns the real evaluator's decision for a draft.
final class RequestRunner {
    /// The decision, as far as findings mention it.
    struct Outcome {
        var kind: DecisionKind
        /// The deciding rule's ID, even if the rule decides for an error.
        var rule: String?
        /// Why the link was refused, even if the site redirects such clicks.
        var fault: LinkFault?
        var target: String?
        /// The app that the decision is about, by its ID.
        var app: String?
        var warnings: Warnings
        var page: Page?

        /// Whether the link could be read and the rules were evaluated, even if none decided.
        var isUnderstood: Bool { fault == nil || fault?.code == .noRuleMatched }
    }

    private let evaluator: Evaluator
    private let reader = ClickRequestReader()
    private var arena = ByteArena()
    private var request = ClickRequest()
    let limit: WorkLimit?

    init(_ ruleSet: RuleSet, limit: WorkLimit?) throws {
        self.limit = limit
        evaluator = try Evaluator(ruleSet)
        evaluator.limitWork(limit)
    }

    /// A draft is always a valid request; nil would be a fault of the caller, but for one beyond the limit of the work.
    func decide(_ draft: RequestDraft) -> Outcome? {
        if limit?.isReached == true { return nil }
        arena.reset()
        request.reset()
        guard (try? reader.read(draft.json, into: &request, &arena)) != nil else { return nil }
        let decision = evaluator.decide(request, in: &arena).decision
        var outcome = Outcome(
            kind: decision.kind, rule: decision.rule.map { evaluator.ruleSet.rules[$0].id }, fault: nil,
            target: decision.target.map { arena.string($0) }, app: decision.app.map { arena.string($0.id) },
            warnings: decision.warnings, page: decision.page)
        switch decision.error {
        case .fault(let fault)?: outcome.fault = fault
        case .rule(let index)?: outcome.rule = evaluator.ruleSet.rules[index].id
        case nil: outcome.fault = decision.refusal
        }
        return outcome
    }
}

extension RequestRunner {
    /// A runner with one rule for one site: a decision with that rule's ID met its condition, whatever rules come
    /// before it in the file. Everything else that can be read is decided by ``otherwise``.
    ///
    /// - Parameter action: What the rule does in place of its own action.
    static func probe(
        _ rule: RuleDefinition?, of site: SiteDefinition, _ ruleSet: RuleSet, action: ActionDefinition = .sign,
        limit: WorkLimit? = nil
    ) -> RequestRunner? {
        var site = site
        site.rules = [
            RuleDefinition(id: otherwise, because: "Any other click.", condition: nil, program: nil, action: .sign)
        ]
        if var rule {
            rule.action = action
            site.rules.insert(rule, at: 0)
        }
        // Compiling all patterns for each of a thousand rules would take too long.
        let patterns = rule?.mayUsePatterns ?? false ? ruleSet.patterns : PatternList()
        return try? RequestRunner(ruleSet.restricted(to: site, patterns: patterns), limit: limit)
    }

    /// The ID of a probe's last rule; no file can produce it.
    static let otherwise = "otherwise"
}

extension ActionDefinition {
    /// Can't fail, and shows that the rule was reached.
    static let sign = ActionDefinition(outcome: .error(code: "reached", status: 400, message: "The rule was reached."))
}

extension RuleDefinition {
    /// Whether the condition may name patterns of the rule set's list.
    fileprivate var mayUsePatterns: Bool {
        (program?.formula(FactName.schema).tests ?? []).contains { test in
            switch test {
            case .matches, .other: true
            default: false
            }
        }
    }
}
