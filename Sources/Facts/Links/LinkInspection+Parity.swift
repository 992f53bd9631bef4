public import ByteText
import WebAddress

extension LinkInspection {
    /// Inspects a link like Firebase's web SDK (``ActionCodeURL``), for `inspect --parity`.
    ///
    /// Address and form are from the strict parser, as far as it succeeds, since the SDK has neither. The payload is the text
    /// that the SDK parses as the action link, unless that is the link itself. Only errors thrown by the SDK are faults. A link
    /// in which the SDK finds no action has none.
    public init(parity link: TextRange, domains: [LinkDomain] = [], in arena: inout ByteArena) {
        self.init(link, domains: domains, in: &arena)
        fault = nil
        payload = nil
        action = nil
        do throws(LinkFault) {
            try readLeniently(arena.string(link), in: &arena)
        } catch {
            fault = error
        }
    }

    private mutating func readLeniently(_ link: String, in arena: inout ByteArena) throws(LinkFault) {
        readParameters = []
        for (name, value) in try LenientQuery(of: link).parameters {
            readParameters?.append((arena.append(name), arena.append(value)))
        }
        let innermost = try ActionCodeURL.unwrap(link)
        if innermost != link { payload = arena.append(innermost) }
        action = ActionCodeURL(unwrapped: innermost).map { ActionLink($0, in: &arena) }
        if form == .other, action != nil { form = payload == nil ? .actionLink : .dynamicLink }
    }
}

extension ActionLink {
    /// Copies the SDK's result to an arena.
    fileprivate init(_ url: ActionCodeURL, in arena: inout ByteArena) {
        self.init(
            mode: url.mode, oobCode: arena.append(url.oobCode), apiKey: arena.append(url.apiKey),
            continueURL: url.continueURL.map { arena.append($0) }, lang: url.lang.map { arena.append($0) },
            tenantID: url.tenantID.map { arena.append($0) })
    }
}
