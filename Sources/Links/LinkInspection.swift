public import ByteText
public import WebAddress

/// What a link is, told from its shape alone: no site, no rules, no device.
public struct LinkInspection: Sendable {
    /// The accepted address; nil where the link is refused.
    public private(set) var address: WebAddress?
    public private(set) var form: LinkForm = .other
    /// The accepted address that the link wraps; nil where it wraps none.
    public private(set) var payload: WebAddress?
    /// What the link or its payload carries, where that is a complete action link.
    public private(set) var action: ActionLink?
    /// Why the link is refused.
    public private(set) var fault: LinkFault?

    /// Looks at a link. What was understood before a fault stays readable.
    public init(_ link: TextRange, in arena: inout ByteArena) {
        do throws(LinkFault) {
            try read(link, in: &arena)
        } catch {
            fault = error
        }
    }

    private mutating func read(_ link: TextRange, in arena: inout ByteArena) throws(LinkFault) {
        let address = try Self.parse(link, nil, in: &arena)
        self.address = address
        let parameters = try DynamicLinkParameters(query: address.query, in: &arena)
        let own = try ActionLink(address, in: &arena)
        form = Self.form(of: address, parameters, own, in: arena)
        switch form {
        case .actionLink:
            action = own.isComplete ? own : nil
        case .dynamicLink, .hostingLink:
            guard let wrapped = parameters.nonEmpty(.link) ?? parameters.nonEmpty(.deepLinkID) else {
                throw LinkFault(.missingLink)
            }
            let payload = try Self.parse(wrapped, .link, in: &arena)
            self.payload = payload
            let inner = try ActionLink(payload, in: &arena)
            action = inner.isComplete ? inner : nil
        case .shortLink, .other:
            break
        }
    }

    private static func form(
        of address: WebAddress, _ parameters: DynamicLinkParameters, _ own: ActionLink, in arena: borrowing ByteArena
    ) -> LinkForm {
        let path = arena[address.path]
        if path.equals("/__/auth/links") { return .hostingLink }
        if path.ends(with: "/__/auth/action") || path.equals("/emulator/action") || own.isComplete {
            return .actionLink
        }
        let isFirebase = DynamicLinkDomain.isFirebase(arena[address.host])
        if isFirebase, hasOneSegment(path) { return .shortLink }
        let wraps = parameters.nonEmpty(.link) != nil || parameters.nonEmpty(.deepLinkID) != nil
        return isFirebase || wraps ? .dynamicLink : .other
    }

    /// `/xyz` or `/xyz/` (Firebase's iOS SDK: what a short link looks like).
    private static func hasOneSegment(_ path: Span<UInt8>) -> Bool {
        guard path.count > 1 else { return false }
        guard let slash = path.firstIndex(of: UInt8(ascii: "/"), from: 1) else { return true }
        return slash == path.count - 1
    }

    private static func parse(
        _ text: TextRange, _ parameter: LinkParameter?, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        do { return try WebAddress.parse(text, in: &arena) } catch { throw LinkFault(error, parameter: parameter) }
    }
}
