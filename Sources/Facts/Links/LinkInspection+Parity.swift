public import ByteText
import WebAddress

extension LinkInspection {
    /// Looks at a link as Firebase's web SDK does (``ActionCodeURL``): `inspect --parity`.
    ///
    /// Address and form stay those of the strict reading, as far as it comes; the SDK knows neither. The payload is what
    /// the SDK reads as the action link, where that is not the link itself. Only what the SDK throws is a fault: a link
    /// in which it finds no action has none.
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
    /// What the SDK has read, with its texts in an arena.
    fileprivate init(_ url: ActionCodeURL, in arena: inout ByteArena) {
        self.init(
            mode: url.mode, oobCode: arena.append(url.oobCode), apiKey: arena.append(url.apiKey),
            continueURL: url.continueURL.map { arena.append($0) }, lang: url.lang.map { arena.append($0) },
            tenantID: url.tenantID.map { arena.append($0) })
    }
}
