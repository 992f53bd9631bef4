public import ByteText
import Links
public import Routing

/// Composes links for mails from JSON requests, like `compose`. A request may contain its own `site`.
///
/// Confined to one thread.
public final class LinkComposer {
    private let evaluators: SiteEvaluators
    private var arena = ByteArena()

    /// Compiles the rules' patterns. Throws if one can't be compiled.
    public init(_ ruleSet: RuleSet) throws {
        evaluators = try SiteEvaluators(ruleSet)
    }

    /// Handles a request. A fault of the settings is a result; only an invalid request throws.
    public func compose(_ json: JSONValue) throws(RequestFault) -> ComposeOutcome {
        let request = try ComposeRequest(json)
        arena.reset()
        do throws(LinkFault) {
            return try evaluators.evaluator(for: request.site).compose(request, in: &arena)
        } catch {
            return .fault(SettingsFault(error))
        }
    }
}
