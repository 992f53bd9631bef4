public import ByteText
public import Links
import WebAddress

/// Reading the link: find its site, unwrap it one level at a time, and refuse what must not be followed.
extension Evaluator {
    /// Unwraps the link of a request and checks every address in it.
    func readLink(_ request: borrowing ClickRequest, in arena: inout ByteArena) throws(LinkFault) -> LinkReading {
        let unmarked = ReturnMark.withoutFallback(request.link, in: arena)
        var link = try findLink(unmarked ?? request.link, goingOn: request.stage == .continue, in: &arena)
        do throws(LinkFault) { try unwrap(&link, in: &arena) } catch {
            findings.stray = stray(link, refusedFor: error, in: arena)
            throw error
        }
        if request.stage == .continue, link.form == .actionLink {
            link = try goOn(from: link, in: &arena)
        }
        link.returnedFrom = unmarked == nil ? request.returnedFrom : .intent
        try readShape(&link, request, in: &arena)
        try checkDestinations(&link, in: &arena)
        try checkContinuation(&link, request, in: &arena)
        return link
    }

    /// The address of the link, its site and its form. What was added to a short link, badly encoded, does not count.
    private func findLink(
        _ text: TextRange, goingOn goesOn: Bool, in arena: inout ByteArena
    ) throws(LinkFault) -> LinkReading {
        let accepted: WebAddress?
        var refusal = WebAddressFault.notWebScheme
        do throws(WebAddressFault) { accepted = try WebAddress.parse(text, in: &arena) } catch {
            (accepted, refusal) = (nil, error)
        }
        if let accepted {
            return LinkReading(
                address: accepted, match: try ruleSet.hosts.match(accepted, goingOn: goesOn, in: arena))
        }
        guard let address = WebAddress.parse(shared: text, refusedFor: refusal, in: &arena),
            let match = ruleSet.hosts.find(address, in: arena), match.form == .shortLink
        else { throw LinkFault(refusal) }
        var link = LinkReading(address: address, match: match)
        if ruleSet.compiledSites[match.site].options.passThrough { link.warnings.insert(.passThroughDropped) }
        return link
    }

    /// The parts of a wrapped link, by its form.
    func unwrap(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        switch link.form {
        case .actionLink, .other:
            break
        case .hostingLink, .dynamicLink:
            link.parameters = try DynamicLinkParameters(query: link.address.query, in: &arena)
            link.payload = try link.parameters.payload(in: &arena)
        case .shortLink:
            try expandShortLink(&link, in: &arena)
        }
        try readAction(&link, in: &arena)
        if link.form == .shortLink, link.action == nil, ruleSet.compiledSites[link.site].options.passThrough {
            passThrough(&link, in: &arena)
        }
    }

    /// The action that the payload asks for, where it does.
    private func readAction(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        guard link.form != .other else { return }
        let isHandler = ruleSet.compiledSites[link.site].handler?.matches(link.payload, in: arena) ?? false
        let action = try ActionLink(link.payload, in: &arena)
        if isHandler || action.isComplete { link.action = action }
    }

    /// Looks the code up and reads the long link it expands to.
    private func expandShortLink(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        let own = try DynamicLinkParameters(ofShortLink: link.address.query, in: &arena)
        var code = link.address.path[(link.prefixCount + 1)..<Int(link.address.path.count)]
        if arena[code.end - 1] == UInt8(ascii: "/") { code = code[0..<(Int(code.count) - 1)] }
        link.code = code
        let long = try parse(longLink(link, code, in: &arena), in: &arena)
        link.parameters = try DynamicLinkParameters(query: long.query, in: &arena)
        if link.parameters[.link] == nil, link.parameters[.deepLinkID] == nil {
            link.payload = long
        } else {
            link.payload = try link.parameters.payload(in: &arena)
        }
        if let debug = own[.d] { link.parameters[.d] = debug }
    }

    /// The long link of a code: by the site's own list first, then by the store.
    private func longLink(
        _ link: borrowing LinkReading, _ code: TextRange, in arena: inout ByteArena
    ) throws(LinkFault) -> TextRange {
        let site = ruleSet.compiledSites[link.site]
        if let index = site.links.value(for: arena[code]) { return arena.append(site.longLinks[index]) }
        guard let shortLinks else { throw LinkFault(.unknownLink) }
        let start = arena.count
        arena.append(copyOf: link.address.host)
        arena.append(copyOf: link.address.path[0..<(code.end - link.address.path.start)])
        let key = arena.piece(from: start)
        var answer: ShortLink?
        if let known = findings.known, arena[known.key].equals(arena[key]) { answer = known.answer }
        let found = answer ?? shortLinks.find(key, at: time, in: &arena)
        findings.asked = AskedShortLink(key: key, answer: found)
        switch found {
        case .found(let longLink, _): return longLink
        case .refused(let code): throw LinkFault(code)
        }
    }

    /// An action link whose action is done: its continue URL replaces it, unwrapped as a link of its own.
    private func goOn(from link: borrowing LinkReading, in arena: inout ByteArena) throws(LinkFault) -> LinkReading {
        guard let text = link.action?.continueURL, !text.isEmpty else { throw LinkFault(.missingContinueURI) }
        let address: WebAddress
        do { address = try WebAddress.parse(text, in: &arena) } catch {
            throw LinkFault(.invalidContinueURI, cause: error)
        }
        var next = LinkReading(
            address: address, match: try continuation(to: address, site: link.site, in: arena))
        try unwrap(&next, in: &arena)
        return next
    }

    /// What the shape says where no settings are given: the stage, and whether the app handles the code.
    private func readShape(
        _ link: inout LinkReading, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        let isWrapped = link.form != .actionLink && link.form != .other
        let goesOn = link.form == .other || (link.form == .hostingLink && link.action == nil)
        link.stage = request.stage ?? (goesOn ? .continue : .click)
        let byShape = link.action != nil ? isWrapped : link.form == .other
        link.handleCodeInApp = request.settings?.handleCodeInApp ?? byShape
    }

    /// Accepts the fallback links, then holds every address in the link against the site's policy.
    ///
    /// All are checked, whichever of them this visitor would be sent to. Of several faults the one that comes first in
    /// ``LinkFault/Code`` is reported, so that a link has one answer.
    func checkDestinations(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        var worst: LinkFault?
        func record(_ fault: LinkFault) {
            if worst == nil || fault.code.rawValue < worst!.code.rawValue { worst = fault }
        }
        let parameters = LinkParameter.destinations
        for index in parameters.indices {
            guard let text = link.parameters.nonEmpty(parameters[index]) else { continue }
            do throws(LinkFault) {
                link.destinations[index] = try parse(text, parameter: parameters[index], in: &arena)
            } catch { record(error) }
        }
        do throws(LinkFault) { try checkPayload(link, in: &arena) } catch { record(error) }
        for index in parameters.indices {
            guard let address = link.destinations[index] else { continue }
            if !allows(address, site: link.site, in: &arena) {
                record(LinkFault(.urlPatternMismatch, parameter: parameters[index]))
            }
        }
        if let worst { throw worst }
        if link.parameters.hasUnrecognized { link.warnings.insert(.unrecognizedParam) }
    }

    /// The payload must not be a Dynamic Link itself, nor lie under the link's own domain, nor outside the policy.
    private func checkPayload(_ link: borrowing LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        guard link.form != .actionLink, link.form != .other else { return }
        if link.form != .hostingLink { try checkNoDynamicLink(link, in: &arena) }
        guard allows(link.payload, site: link.site, goingOn: link.stage == .continue, in: &arena) else {
            throw LinkFault(.urlPatternMismatch, parameter: .link)
        }
    }

    private func checkNoDynamicLink(
        _ link: borrowing LinkReading, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard !DynamicLinkDomain.isFirebase(arena[link.payload.host]) else {
            throw LinkFault(.linkIsDynamicLink, parameter: .link)
        }
        guard let match = ruleSet.hosts.find(link.payload, in: arena),
            match.form == .dynamicLink || match.form == .shortLink
        else { return }
        let isLong = match.form == .dynamicLink && hasLinkParameter(link.payload, in: &arena)
        let isSameHost = arena[link.payload.host].equals(arena[link.address.host])
        throw LinkFault(isLong || !isSameHost ? .linkIsDynamicLink : .linkUnderOwnPrefix, parameter: .link)
    }

    private func hasLinkParameter(_ address: WebAddress, in arena: inout ByteArena) -> Bool {
        var pairs = QueryParameters(address.query)
        while let pair = pairs.next(in: arena) {
            if ActionTraces(pair.name, in: &arena) == .wrapped { return true }
        }
        return false
    }

    private func parse(
        _ text: TextRange, parameter: LinkParameter? = nil, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        do { return try WebAddress.parse(text, in: &arena) } catch {
            throw LinkFault(error, parameter: parameter)
        }
    }
}

extension Evaluator {
    /// The parameters of the link that a request names, as far as it can be read; nil where it is refused. It is read
    /// once more: for answers that contain more than a decision does.
    public func parameters(
        of request: borrowing ClickRequest, in arena: inout ByteArena
    ) -> DynamicLinkParameters? {
        try? readLink(request, in: &arena).parameters
    }
}
