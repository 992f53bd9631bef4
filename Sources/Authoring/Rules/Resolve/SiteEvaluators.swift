import ByteText
import Links
import Routing
import Threads

/// The evaluator of a rule set, and those of sites contained in requests.
///
/// Confined to one thread. The evaluators of sites are cached, since most batches repeat a few sites.
final class SiteEvaluators {
    /// The evaluator of the configured sites.
    let configured: Evaluator
    private var lent: [String: Evaluator] = [:]

    /// The maximum number of cached evaluators for sites of requests.
    private static let lentLimit = 256

    private let limit: WorkLimit?

    init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, limit: WorkLimit? = nil) throws {
        self.limit = limit
        configured = try Evaluator(ruleSet, shortLinks: shortLinks)
        configured.limitWork(limit)
    }

    /// The evaluator for a request's site, or the configured one if the request contains no site.
    func evaluator(for site: JSONValue?) throws(LinkFault) -> Evaluator {
        guard let site else { return configured }
        let key = site.text
        if let evaluator = lent[key] { return evaluator }
        let ruleSet = configured.ruleSet
        var patterns = ruleSet.patterns
        let (definition, diagnostics) = SiteDecoder.decode(json: site, patterns: &patterns, limit: limit)
        let own = definition.flatMap { site in
            try? Evaluator(
                ruleSet.replacingSites(with: site, patterns: patterns, hash: ruleSet.hash),
                shortLinks: configured.shortLinks)
        }
        guard let own else {
            let isTooMany = SiteDecoder.errorCode(of: diagnostics) == "too-many-url-patterns"
            throw LinkFault(isTooMany ? .tooManyURLPatterns : .invalidSite)
        }
        own.limitWork(limit)
        if lent.count >= Self.lentLimit { lent.removeAll(keepingCapacity: true) }
        lent[key] = own
        return own
    }
}
