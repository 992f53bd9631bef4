import ByteText
import Expressions
import Links
import Routing
import Threads

/// Runs drafts through the real evaluator.
final class RequestRunner {
    /// A decision, reduced to the parts that findings mention.
    struct Outcome {
        var kind: DecisionKind
        /// The deciding rule's ID, even if the rule returns an error.
        var rule: String?
        /// Why the link was rejected, even if the site redirects such clicks.
        var fault: LinkFault?
        var target: String?
        /// The ID of the app that the decision is about.
        var app: String?
        var warnings: Warnings
        var page: Page?

        /// Whether the link was readable and the rules were evaluated, even if none decided.
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

    /// The decision for a draft. A draft is always a valid request, so `nil` means that the work limit has been reached.
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
    /// A runner with one rule for one site: a click decided with that rule's ID satisfies its condition, regardless of
    /// the rules before it in the file. All other readable clicks are decided by ``otherwise``.
    ///
    /// - Parameter action: The action that replaces the rule's own.
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

    /// The ID of a probe's last rule, which can't occur in a file.
    static let otherwise = "otherwise"
}

extension ActionDefinition {
    /// Can't fail, and indicates that the rule was reached.
    static let sign = ActionDefinition(outcome: .error(code: "reached", status: 400, message: "The rule was reached."))
}

extension RuleDefinition {
    /// Whether the condition may refer to patterns of the rule set's list.
    fileprivate var mayUsePatterns: Bool {
        (program?.formula(FactName.schema).tests ?? []).contains { test in
            switch test {
            case .matches, .other: true
            default: false
            }
        }
    }
}
