public import ByteText
import Links
public import Routing
public import Threads

/// Decides JSON requests and writes decisions as JSON, like `resolve` and `test`, with the same evaluator as clicks.
///
/// Confined to one thread. A request may contain its own site.
public final class RequestResolver {
    private let evaluators: SiteEvaluators
    private let reader = ClickRequestReader()
    private var arena = ByteArena()
    private var request = ClickRequest()

    /// - Parameters:
    ///   - shortLinks: The source of links that are not in the rules.
    ///   - limit: The work limit for all decisions. Decisions after it is reached are meaningless.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, limit: WorkLimit? = nil) throws {
        evaluators = try SiteEvaluators(ruleSet, shortLinks: shortLinks, limit: limit)
    }

    /// Decides a request and appends the decision to `output`, without a line end.
    ///
    /// - Parameter now: The time of requests without one, in seconds since the epoch.
    /// - Returns: The outcome, and the evaluator that decided.
    @discardableResult
    public func resolve(
        _ json: JSONValue, now: Int64?, to output: inout [UInt8]
    ) throws(RequestFault) -> DecisionKind {
        let question = try read(json, now: now)
        let outcome = question.refusal ?? question.evaluator.decide(request, in: &arena)
        JSONWriter.append(to: &output) { writer in
            question.evaluator.ruleSet.write(outcome, id: question.id, arena: arena, to: &writer)
        }
        return outcome.decision.kind
    }

    /// Decides a request and appends the decision with a trace of every rule, without a line end.
    @discardableResult
    public func explain(
        _ json: JSONValue, now: Int64?, to output: inout [UInt8]
    ) throws(RequestFault) -> DecisionKind {
        let question = try read(json, now: now)
        let explanation =
            question.refusal.map { (outcome: $0, rules: []) } ?? question.evaluator.explain(request, in: &arena)
        JSONWriter.append(to: &output) { writer in
            question.evaluator.ruleSet.write(explanation, id: question.id, arena: arena, to: &writer)
        }
        return explanation.outcome.decision.kind
    }

    /// A parsed request: its evaluator, and the decision if its site is invalid.
    private struct Question {
        var id: JSONValue?
        var evaluator: Evaluator
        var refusal: Outcome?
    }

    private func read(_ json: JSONValue, now: Int64?) throws(RequestFault) -> Question {
        arena.reset()
        request.reset()
        let envelope = try reader.read(json, into: &request, &arena)
        if request.time == nil { request.time = now }
        do throws(LinkFault) {
            return Question(id: envelope.id, evaluator: try evaluators.evaluator(for: envelope.site))
        } catch {
            return Question(
                id: envelope.id, evaluator: evaluators.configured, refusal: Outcome(Decision(refusing: error)))
        }
    }

    /// Decides a request and returns the decision as a value, for comparison.
    public func resolve(_ json: JSONValue, now: Int64?) throws(RequestFault) -> JSONValue {
        var output: [UInt8] = []
        try resolve(json, now: now, to: &output)
        do { return try JSONValue(parsing: output.span) } catch {
            preconditionFailure("a decision is JSON")
        }
    }
}

extension RuleSet {
    /// Compiles loaded rules, which must be free of errors.
    ///
    /// - Parameter alsoConsulted: Facts to be consulted even if no rule uses them.
    public convenience init(
        _ loaded: LoadedRules, development: Bool = false, alsoConsulted: FactSet = FactSet()
    ) {
        self.init(
            sites: loaded.sites, rules: loaded.rules, patterns: loaded.patterns, hash: loaded.hash,
            development: development, pageHost: loaded.pageHost, denied: loaded.denied,
            corrections: loaded.corrections.map(\.correction), alsoConsulted: alsoConsulted)
    }
}
