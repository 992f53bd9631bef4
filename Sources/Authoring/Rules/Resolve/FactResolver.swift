public import ByteText
public import Expressions
public import Links
public import Routing

/// Evaluates expressions over the facts of requests in JSON, read as the evaluator of clicks reads them.
///
/// It belongs to one thread. A request may bring its own site.
public final class FactResolver {
    /// What an expression says about a request.
    public enum Answer: Sendable {
        case value(CELValue)
        /// It depends on facts that the request leaves open.
        case unknown([FactName])
        /// It failed, as a condition would that does not match for it: a key that is not there.
        case failed(CELError)
        /// The link is refused before it has facts.
        case refused(LinkFault)
    }

    private let evaluators: SiteEvaluators
    private let reader = ClickRequestReader()
    private var arena = ByteArena()
    private var request = ClickRequest()

    /// - Parameters:
    ///   - ruleSet: Its sites say which links there are; it consults the facts of the expressions that are asked.
    ///   - shortLinks: Where links are looked up that the rules do not state.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        evaluators = try SiteEvaluators(ruleSet, shortLinks: shortLinks)
    }

    /// Evaluates an expression. The request's link may be empty; all that follows from the link is unknown then.
    ///
    /// - Parameter now: The time for requests that state none; seconds since the epoch.
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
