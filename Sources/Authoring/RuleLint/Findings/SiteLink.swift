import Expressions
import Routing

/// A link on one of a site's own hosts, with its code if it is a short link.
struct SiteLink {
    var draft: RequestDraft
    var code: String?
}

extension SiteLink {
    /// Each short link once, one link of every other shape, and some with the query parameters that conditions test.
    static func links(of site: LintSite, queries: [ConditionFormula]) -> [SiteLink] {
        let definition = site.definition
        guard !definition.hosts.isEmpty || !definition.hosting.isEmpty else { return [] }
        let short = definition.hosts.prefix(1).map(LinkShapes.linkBase).flatMap { base in
            definition.links.prefix(RuleLint.linkLimit).map {
                SiteLink(draft: RequestDraft(base: base + $0.code), code: $0.code)
            }
        }
        let codes = Set(short.map(\.draft.base))
        let long = site.shapes.filter { $0.stage == nil && !codes.contains($0.base) }
        let links = short + long.map { SiteLink(draft: $0, code: nil) }
        return links
            + parameters(in: queries).prefix(20).flatMap { parameter in
                links.prefix(8).map { link in
                    var draft = link.draft
                    draft.set(parameter.name, parameter.value)
                    return SiteLink(draft: draft, code: nil)
                }
            }
    }

    /// The query parameters that conditions test.
    private static func parameters(in formulas: [ConditionFormula]) -> [RequestDraft.Parameter] {
        let query = FactName.linkQuery.rawValue
        var parameters: Set<RequestDraft.Parameter> = []
        for test in formulas.flatMap(\.tests) {
            switch test {
            case .valueIs(let fact, let key, let value) where fact == query:
                parameters.insert(.init(name: key, value: value))
            case .hasKey(let fact, let key) where fact == query:
                parameters.insert(.init(name: key, value: "1"))
            default: break
            }
        }
        return parameters.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
