public import ByteText
public import WebAddress

/// The structure of a link, independent of rules and device, and of a site except for its link domains.
public struct LinkInspection: Sendable {
    /// The accepted address, or `nil` if the link is rejected.
    public private(set) var address: WebAddress?
    /// The link's form; `other` if the link is rejected before its form is known.
    public internal(set) var form: ClickedLinkForm = .other
    /// The wrapped address, or `nil` if there is none.
    public internal(set) var payload: TextRange?
    /// The complete action link in the link or its payload, or `nil` if there is none.
    public internal(set) var action: ActionLink?
    /// The reason why the link is rejected, or `nil` if it is valid.
    public internal(set) var fault: LinkFault?
    /// The link's parameters according to Firebase's web SDK, or `nil` for the strict parser, which uses the query.
    var readParameters: [(name: TextRange, value: TextRange)]?

    /// Inspects a link. Properties determined before an error remain available.
    ///
    /// - Parameter domains: The link domains in addition to Firebase's own. If there are any, links of other hosts wrap
    ///   nothing; if there are none, every address with a `link` parameter counts as a Dynamic Link.
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

    /// Whether an address is a code below a link domain, and not one of the well-known addresses present on any host.
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
    ) -> ClickedLinkForm {
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

    /// `/xyz` or `/xyz/`, the form of short links according to Firebase's iOS SDK.
    private static func hasOneSegment(_ path: Span<UInt8>) -> Bool {
        guard path.count > 1 else { return false }
        guard let slash = path.firstIndex(of: UInt8(ascii: "/"), from: 1) else { return true }
        return slash == path.count - 1
    }
}

/// Firebase's shared domains for Dynamic Links.
public enum DynamicLinkDomain {
    /// Whether the host, in lower case, is `NAME.page.link`, `NAME.app.goo.gl` or `NAME.app.google`.
    public static func isFirebase(_ host: Span<UInt8>) -> Bool {
        host.ends(with: ".page.link") || host.ends(with: ".app.goo.gl") || host.ends(with: ".app.google")
    }
}
