public import ByteText
public import WebAddress

/// What a link is by its shape alone: no rules, no device, and of a site no more than its link domains.
public struct LinkInspection: Sendable {
    /// The accepted address; nil where the link is refused.
    public private(set) var address: WebAddress?
    /// The link's form by its shape; `other` where the link is refused before that shows.
    public internal(set) var form: LinkForm = .other
    /// The address that the link wraps; nil where it wraps none.
    public internal(set) var payload: TextRange?
    /// What the link or its payload carries, where that is a complete action link.
    public internal(set) var action: ActionLink?
    /// Why the link is refused.
    public internal(set) var fault: LinkFault?
    /// The link's parameters as Firebase's web SDK reads them; nil for the strict reading, which follows from the query.
    var readParameters: [(name: TextRange, value: TextRange)]?

    /// Looks at a link. What was understood before a fault stays readable.
    ///
    /// - Parameter domains: The link domains besides Firebase's own. Where any is given, a link of another host wraps
    ///   nothing; where none is, every address with a `link` counts as a Dynamic Link.
    public init(_ link: TextRange, domains: [LinkDomain] = [], in arena: inout ByteArena) {
        do throws(LinkFault) {
            try read(link, domains, in: &arena)
        } catch {
            fault = error
        }
    }

    private mutating func read(
        _ link: TextRange, _ domains: [LinkDomain], in arena: inout ByteArena
    ) throws(LinkFault) {
        var leavesOut = false
        let address = try WebAddress.parse(link: link, leavesOut: &leavesOut, in: &arena)
        self.address = address
        let isShort = Self.isShortLink(address, domains, in: arena)
        let parameters =
            isShort
            ? try DynamicLinkParameters(ofShortLink: address.query, in: &arena)
            : try DynamicLinkParameters(query: address.query, in: &arena)
        let own = try ActionLink(address, in: &arena)
        form = Self.form(of: address, parameters, own, domains, in: arena)
        switch form {
        case .actionLink:
            action = own.isComplete ? own : nil
        case .dynamicLink, .hostingLink:
            let payload = try parameters.payload(in: &arena).address
            self.payload = payload.text
            let inner = try ActionLink(payload, in: &arena)
            action = inner.isComplete ? inner : nil
        case .shortLink, .other:
            break
        }
    }

    /// Whether an address is a code below a link domain, and not one of the addresses that stand on any host.
    private static func isShortLink(
        _ address: WebAddress, _ domains: [LinkDomain], in arena: borrowing ByteArena
    ) -> Bool {
        let path = arena[address.path]
        guard !path.starts(with: "/__/auth/"), !path.equals("/emulator/action") else { return false }
        let prefix = domains.compactMap { $0.prefixCount(of: address, in: arena) }.max()
        guard DynamicLinkDomain.isFirebase(arena[address.host]) || prefix != nil else { return false }
        return hasOneSegment(path.extracting((prefix ?? 0)...))
    }

    private static func form(
        of address: WebAddress, _ parameters: DynamicLinkParameters, _ own: ActionLink, _ domains: [LinkDomain],
        in arena: borrowing ByteArena
    ) -> LinkForm {
        let path = arena[address.path]
        if path.equals("/__/auth/links") { return .hostingLink }
        if path.ends(with: "/__/auth/action") || path.equals("/emulator/action") || own.isComplete {
            return .actionLink
        }
        let isFirebase = DynamicLinkDomain.isFirebase(arena[address.host])
        let prefix = domains.compactMap { $0.prefixCount(of: address, in: arena) }.max()
        guard isFirebase || prefix != nil else {
            let wraps = parameters.nonEmpty(.link) != nil || parameters.nonEmpty(.deepLinkID) != nil
            return wraps && domains.isEmpty ? .dynamicLink : .other
        }
        return hasOneSegment(path.extracting((prefix ?? 0)...)) ? .shortLink : .dynamicLink
    }

    /// `/xyz` or `/xyz/` (Firebase's iOS SDK: what a short link looks like).
    private static func hasOneSegment(_ path: Span<UInt8>) -> Bool {
        guard path.count > 1 else { return false }
        guard let slash = path.firstIndex(of: UInt8(ascii: "/"), from: 1) else { return true }
        return slash == path.count - 1
    }
}

/// The domains on which Firebase served Dynamic Links for everybody.
public enum DynamicLinkDomain {
    /// Whether the host, in lower case, is `NAME.page.link`, `NAME.app.goo.gl` or `NAME.app.google`.
    public static func isFirebase(_ host: Span<UInt8>) -> Bool {
        host.ends(with: ".page.link") || host.ends(with: ".app.goo.gl") || host.ends(with: ".app.google")
    }
}
