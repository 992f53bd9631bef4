import ByteText
public import Links
public import Routing

/// Holds links that are to be made against the rules: a link that a click would be refused for is not made.
///
/// It belongs to one thread.
public struct LinkChecker: ~Copyable {
    private let evaluator: Evaluator
    private var arena = ByteArena()
    private var request = ClickRequest()
    private var text = LongLinkText()

    public init(_ evaluator: Evaluator) { self.evaluator = evaluator }

    /// The site of a link domain, `links.example.com/go`; nil where no site lists it.
    public func site(of domain: String) -> SiteDefinition? {
        evaluator.ruleSet.sites.first { $0.hosts.contains(domain) }
    }

    /// The site of a link domain, or a fault that names those there are.
    public func requireSite(of domain: String) throws(ShortLinkFault) -> SiteDefinition {
        if let site = site(of: domain) { return site }
        let known = evaluator.ruleSet.sites.flatMap(\.hosts)
        let hint = suggestion(for: domain, among: known) ?? "known are: \(known.prefix(8).joined(separator: ", "))"
        throw ShortLinkFault("unknown-site", "no site has the link domain \(domain); \(hint)")
    }

    /// Throws where a short link of the domain could not lead to the long link.
    public mutating func check(_ longLink: String, on domain: String) throws(ShortLinkFault) {
        arena.reset()
        request.reset()
        request.time = 0
        do throws(LinkFault) { request.link = try Self.click(longLink, on: domain, &arena, &text) } catch {
            throw ShortLinkFault(error)
        }
        guard case .fault(let fault) = evaluator.decide(request, in: &arena).decision.error, fault.code != .noRuleMatched else {
            return
        }
        throw ShortLinkFault(fault)
    }

    /// A link on the domain that leads where the long link does. What is no Dynamic Link is the payload itself.
    private static func click(
        _ longLink: String, on domain: String, _ arena: inout ByteArena, _ text: inout LongLinkText
    ) throws(LinkFault) -> TextRange {
        arena.append("https://")
        arena.append(domain)
        arena.append("/?link=")
        let own = arena.piece(from: 0)
        let input = arena.append(longLink)
        if input.count >= own.count, arena[input[0..<Int(own.count)]].equals(arena[own]) { return input }
        let parts = try LongLinkParts(input, in: &arena)
        if parts.parameters[.link] == nil, parts.parameters[.deepLinkID] == nil {
            text.begin(domain: domain.utf8.span)
            text.append(.link, arena[input])
        } else {
            parts.write(domain: domain.utf8.span, arena, to: &text)
        }
        return arena.append(text.bytes.span)
    }
}
