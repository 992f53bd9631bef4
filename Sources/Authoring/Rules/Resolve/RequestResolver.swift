public import ByteText
import Links
public import Routing
public import Threads

/// Answers requests in JSON with decisions in JSON, as `resolve` and `test` do, with the same evaluator as clicks.
///
/// It belongs to one thread. A request may bring its own site.
public final class RequestResolver {
    private let evaluators: SiteEvaluators
    private let reader = ClickRequestReader()
    private var arena = ByteArena()
    private var request = ClickRequest()

    /// - Parameters:
    ///   - shortLinks: Where links are looked up that the rules do not state.
    ///   - limit: How much work may be done on all decisions; those after it is reached count for nothing.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, limit: WorkLimit? = nil) throws {
        evaluators = try SiteEvaluators(ruleSet, shortLinks: shortLinks, limit: limit)
    }

    /// Decides a request and appends the decision to `output`, without a line end.
    ///
    /// - Parameter now: The time for requests that state none; seconds since the epoch.
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

    /// A request that was read: its evaluator, and the decision if its site is not valid.
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

    /// Decides a request and returns the decision as a value, for comparing.
    public func resolve(_ json: JSONValue, now: Int64?) throws(RequestFault) -> JSONValue {
        var output: [UInt8] = []
        try resolve(json, now: now, to: &output)
        do { return try JSONValue(parsing: output.span) } catch {
            preconditionFailure("a decision is JSON")
        }
    }
}

extension RuleSet {
    /// Compiles what was loaded, which must be free of errors.
    ///
    /// - Parameter alsoConsulted: Facts that are wanted although no rule asks for them.
    public convenience init(
        _ loaded: LoadedRules, development: Bool = false, alsoConsulted: FactSet = FactSet()
    ) {
        self.init(
            sites: loaded.sites, rules: loaded.rules, patterns: loaded.patterns, hash: loaded.hash,
            development: development, pageHost: loaded.pageHost, denied: loaded.denied, alsoConsulted: alsoConsulted)
    }
}
