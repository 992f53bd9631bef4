public import ByteText
public import Expressions
public import Links
public import Routing

/// Evaluates expressions over the facts of JSON requests, read exactly as the evaluator reads clicks.
///
/// Confined to one thread. A request may contain its own site.
public final class FactResolver {
    /// The result of an expression for a request.
    public enum Answer: Sendable {
        case value(CELValue)
        /// The result depends on facts that the request leaves unknown.
        case unknown([FactName])
        /// Evaluation failed, for example because of a missing map key. A condition that fails does not match.
        case failed(CELError)
        /// The link is rejected before its facts are determined.
        case refused(LinkFault)
    }

    private let evaluators: SiteEvaluators
    private let reader = ClickRequestReader()
    private var arena = ByteArena()
    private var request = ClickRequest()

    /// - Parameters:
    ///   - ruleSet: The rule set, whose sites determine the known links. It consults the facts that the expressions use.
    ///   - shortLinks: The source of links that are not in the rules.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        evaluators = try SiteEvaluators(ruleSet, shortLinks: shortLinks)
    }

    /// Evaluates an expression. The request's link may be empty; facts derived from the link are then unknown.
    ///
    /// - Parameter now: The time of requests without one, in seconds since the epoch.
    public func answer(
        _ expression: FactExpression, _ json: JSONValue, now: Int64?
    ) throws(RequestFault) -> Answer {
        arena.reset()
        request.reset()
        let envelope = try reader.read(json, into: &request, &arena)
        if request.time == nil { request.time = now }
        let evaluator: Evaluator
        do throws(LinkFault) {
            evaluator = try evaluators.evaluator(for: envelope.site)
            try evaluator.readFacts(of: request, in: &arena)
        } catch {
            return .refused(error)
        }
        switch evaluator.answer(expression.expression, in: arena) {
        case .value(let value): return .value(value)
        case .unknown(let facts): return .unknown(facts.compactMap(FactName.init))
        case .failed(let error): return .failed(error)
        }
    }
}

/// An expression of any type over the facts of a request, as evaluated by `eval`.
public struct FactExpression: Sendable {
    let expression: CELExpression

    /// Why an expression does not compile: its diagnostics, in source order.
    public struct Fault: Error, Sendable {
        /// All errors and warnings.
        public var diagnostics: [Diagnostic]
    }

    /// Compiles an expression like the condition of a rule, except that it may have any type.
    public init(_ source: String) throws(Fault) {
        let compilation = CELExpression.compile(source, schema: FactName.schema)
        guard let expression = compilation.expression else { throw Fault(diagnostics: compilation.diagnostics) }
        self.expression = expression
    }

    /// The facts that the expression refers to. A rule set must be asked to consult them, or it may skip them.
    public var facts: FactSet {
        expression.facts.compactMap(FactName.init).reduce(into: FactSet()) { $0.insert($1) }
    }
}
