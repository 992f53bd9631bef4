public import ByteText
public import Links
import WebAddress

/// Reads the link: finds its site, unwraps it level by level, and refuses unacceptable links.
extension Evaluator {
    /// Unwraps the link of a request and checks every address in it, or recalls the result from the link cache.
    func readLink(
        _ link: inout LinkReading, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard links.isOn, request.stage == nil, request.settings == nil else {
            let text = ScanMark.unmarked(request.link, in: arena)
            let unmarked = ReturnMark.withoutFallback(text, in: arena)
            return try readLinkAnew(&link, unmarked ?? text, isBack: unmarked != nil, request, in: &arena)
        }
        let identity = identify(request, in: arena)
        // An answer obtained after this mark belongs to the link's texts.
        let mark = arena.count
        if var place = links.place(of: identity, in: arena) {
            if let fault = links.refusal(&place) { throw fault }
            let asked = links.recall(&place, identity, &link, in: &arena)
            if isCurrent(asked, at: place, in: &arena) {
                link.returnedFrom = request.returnedFrom
                return
            }
        }
        let unmarked = ReturnMark.withoutFallback(identity.text, in: arena)
        do throws(LinkFault) {
            try readLinkAnew(&link, unmarked ?? identity.text, isBack: unmarked != nil, request, in: &arena)
        } catch {
            if unmarked == nil, followsFromLinkAlone(link) { links.insert(error, of: identity, in: arena) }
            throw error
        }
        if unmarked == nil {
            links.insert(&link, findings.asked, findings.state, of: identity, from: mark, in: arena)
        }
    }

    /// Whether a refusal can be cached: it does not depend on a short link, which the store may learn of, and is not
    /// replaced by a redirect of the site.
    private func followsFromLinkAlone(_ link: borrowing LinkReading) -> Bool {
        link.form != .shortLink && findings.asked == nil && findings.later == nil && findings.stray == nil
            && findings.corrected == nil
    }

    /// Whether the short link behind a cached link, if any, still has the same answer. If not, stores the new answer in
    /// the findings, so that it is not looked up again.
    private func isCurrent(_ asked: AskedShortLink?, at place: LinkMemory.Place, in arena: inout ByteArena) -> Bool {
        guard let asked else { return true }
        guard let shortLinks else { return false }
        if let known = findings.known, known.asks(for: asked.key, ignoresCase: asked.ignoresCase, in: arena) {
            guard asked.isAnswered(by: known.answer, in: arena) else { return false }
            findings.asked = AskedShortLink(key: asked.key, answer: known.answer, ignoresCase: asked.ignoresCase)
            return true
        }
        if let state = links.state(at: place), shortLinks.isLatest(state) {
            findings.asked = asked
            return true
        }
        let now = asked.again(shortLinks, at: time, in: &arena)
        guard asked.isAnswered(by: now.answer, in: arena) else {
            findings.learn(now)
            findings.state = shortLinks.steadyState
            return false
        }
        findings.asked = now
        // A recreated link has the same target but another ID, which the cached link does not contain.
        links.note(asked.linkID == now.linkID ? shortLinks.steadyState : nil, at: place)
        return true
    }

    /// - Parameters:
    ///   - text: The request's link, without any mark.
    ///   - isBack: Whether a mark identified the link as the fallback of an `intent:` URI.
    private func readLinkAnew(
        _ link: inout LinkReading, _ text: TextRange, isBack: Bool, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) throws(LinkFault) {
        try find(&link, text, goingOn: request.stage == .continue, in: &arena)
        if request.stage == .continue, link.form == .actionLink {
            link = try goOn(from: &link, in: &arena)
        }
        link.returnedFrom = isBack ? .intent : request.returnedFrom
        try readShape(&link, request, in: &arena)
        try checkDestinations(&link, in: &arena)
        try checkContinuation(&link, request, in: &arena)
        readApps(&link, in: arena)
    }

    /// Finds and unwraps a link as spelled, or else in its normalized spelling.
    private func find(
        _ link: inout LinkReading, _ text: TextRange, goingOn goesOn: Bool, in arena: inout ByteArena
    ) throws(LinkFault) {
        let first: LinkFault
        do throws(LinkFault) { return try findAsSpelled(&link, text, goingOn: goesOn, in: &arena) } catch {
            first = error
        }
        if first.code == .unknownLink || first.code == .unknownSite || first.cause != nil,
            let other = normalized(text, in: &arena)
        {
            do throws(LinkFault) { return try findAsSpelled(&link, other, goingOn: false, in: &arena) } catch {
                // The normalized spelling was parsed further, so its fault is the more exact one.
                if !link.address.text.isEmpty { try refuse(&link, for: error, in: &arena) }
            }
        }
        try refuse(&link, for: first, in: &arena)
    }

    /// Throws the fault that a link is refused for, and records a redirect that replaces the refusal.
    private func refuse(
        _ link: inout LinkReading, for fault: LinkFault, in arena: inout ByteArena
    ) throws(LinkFault) {
        // Without an address there is no site whose redirect could apply.
        if !link.address.text.isEmpty {
            if fault.code == .unknownLink, let address = withoutPunctuation(&link, in: &arena) {
                findings.corrected = CorrectedLink(site: link.site, address: address)
            }
            findings.stray = stray(&link, refusedFor: fault, in: arena)
        }
        throw fault
    }

    private func findAsSpelled(
        _ link: inout LinkReading, _ text: TextRange, goingOn goesOn: Bool, in arena: inout ByteArena
    ) throws(LinkFault) {
        link.address = .empty
        try findLink(&link, text, goingOn: goesOn, in: &arena)
        try unwrap(&link, in: &arena)
    }

    /// Finds the address of the link, its site and its form.
    private func findLink(
        _ link: inout LinkReading, _ text: TextRange, goingOn goesOn: Bool, in arena: inout ByteArena
    ) throws(LinkFault) {
        var leavesOut = false
        let address = try WebAddress.parse(link: text, leavesOut: &leavesOut, in: &arena)
        let found = ruleSet.lentHosts.use { $0.find(address, in: arena) }
        if let found {
            link.begin(address, found)
        } else {
            // A page, whose address must be parsed in full.
            if leavesOut { _ = try parse(text, in: &arena) }
            link.begin(address, try ruleSet.hosts.match(address, goingOn: goesOn, in: arena))
        }
        guard leavesOut else { return }
        if link.form != .shortLink {
            link.warnings.insert(.paramCorrected)
        } else if ruleSet.compiledSites[link.site].options.passThrough {
            link.warnings.insert(.passThroughDropped)
        }
    }

    /// Reads the parts of a wrapped link, by its form.
    func unwrap(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        let query: ActionQuery
        switch link.form {
        case .actionLink, .other:
            query = ActionQuery(link.payload.query, in: &arena)
        case .hostingLink, .dynamicLink:
            try link.parameters.read(query: link.address.query, in: &arena)
            (link.payload, query) = try link.parameters.payload(in: &arena)
        case .shortLink:
            query = try expandShortLink(&link, in: &arena)
        }
        link.traces = query.traces
        try readAction(&link, query, in: &arena)
        passParameters(&link, in: &arena)
        if link.form == .shortLink, link.action == nil, ruleSet.compiledSites[link.site].options.passThrough {
            passThrough(&link, in: &arena)
        }
    }

    /// Reads the action of the payload, if it has one.
    private func readAction(
        _ link: inout LinkReading, _ query: ActionQuery, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard link.form != .other else { return }
        let isHandler = withSite(link.site) { $0.isHandler(link.payload, in: arena) }
        guard isHandler || !link.traces.isEmpty else { return }
        let action = try ActionLink(query, in: &arena)
        if isHandler || action.isComplete { link.action = action }
    }

    /// Looks up the code and reads the long link that it expands to. Returns the query of the payload.
    private func expandShortLink(
        _ link: inout LinkReading, in arena: inout ByteArena
    ) throws(LinkFault) -> ActionQuery {
        let own = try DynamicLinkParameters(ofShortLink: link.address.query, in: &arena)
        var code = link.address.path[(link.prefixCount + 1)..<Int(link.address.path.count)]
        if arena[code.end - 1] == UInt8(ascii: "/") { code = code[0..<(Int(code.count) - 1)] }
        link.code = code
        var leavesOut = false
        let text = try longLink(&link, code, in: &arena)
        let long = try WebAddress.parse(link: text, leavesOut: &leavesOut, in: &arena)
        if leavesOut { link.warnings.insert(.paramCorrected) }
        try link.parameters.read(query: long.query, in: &arena)
        let query: ActionQuery
        if link.parameters[.link] == nil, link.parameters[.deepLinkID] == nil {
            link.payload = long
            query = ActionQuery(long.query, in: &arena)
        } else {
            (link.payload, query) = try link.parameters.payload(in: &arena)
        }
        if let debug = own[.d] { link.parameters[.d] = debug }
        return query
    }

    /// The long link of a code: from the site's own list, or else from the store.
    private func longLink(
        _ link: inout LinkReading, _ code: TextRange, in arena: inout ByteArena
    ) throws(LinkFault) -> TextRange {
        let site = ruleSet.compiledSites[link.site]
        if let index = site.links.value(for: arena[code]) { return arena.append(site.longLinks[index]) }
        guard let shortLinks else {
            guard let index = site.link(inAnyCase: code, in: &arena) else { throw LinkFault(.unknownLink) }
            return arena.append(site.longLinks[index])
        }
        let key = key(of: code, &link, in: &arena)
        let asked: AskedShortLink
        if let known = findings.known, known.asks(for: key, ignoresCase: site.ignoresCase, in: arena) {
            asked = AskedShortLink(key: key, answer: known.answer, ignoresCase: site.ignoresCase)
        } else {
            asked = AskedShortLink(key, ignoresCase: site.ignoresCase, of: shortLinks, at: time, in: &arena)
            findings.state = shortLinks.steadyState
        }
        findings.asked = asked
        switch asked.answer {
        case .found(let longLink, _, _): return longLink
        case .refused(.unknownLink):
            guard let index = site.link(inAnyCase: code, in: &arena) else { throw LinkFault(.unknownLink) }
            return arena.append(site.longLinks[index])
        case .refused(let code): throw LinkFault(code)
        case .over(let code, let target):
            findings.later = LaterTarget(site: link.site, address: target)
            throw LinkFault(code)
        }
    }

    /// The store's key for a code: `host[/prefix]/code`.
    ///
    /// - Parameter code: The code in the link's path, or a prefix of it.
    func key(of code: TextRange, _ link: inout LinkReading, in arena: inout ByteArena) -> TextRange {
        let start = arena.count
        arena.append(copyOf: link.address.host)
        arena.append(copyOf: link.address.path[0..<(code.end - link.address.path.start)])
        return arena.piece(from: start)
    }

    /// Replaces an action link whose action is done by its continue URL, unwrapped as a link of its own.
    private func goOn(from link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) -> LinkReading {
        guard let text = link.action?.continueURL, !text.isEmpty else { throw LinkFault(.missingContinueURI) }
        let address: WebAddress
        do { address = try WebAddress.parse(text, in: &arena) } catch {
            throw LinkFault(malformedContinueURL: error, in: arena[text])
        }
        var next = LinkReading(
            address: address, match: try continuation(to: address, site: link.site, in: &arena))
        try unwrap(&next, in: &arena)
        return next
    }

    /// Derives the properties that follow from the link's shape if no settings are given: the stage, and whether the
    /// app handles the code.
    private func readShape(
        _ link: inout LinkReading, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        let isWrapped = link.form != .actionLink && link.form != .other
        let goesOn = link.form == .other || (link.form == .hostingLink && link.action == nil)
        link.stage = request.stage ?? (goesOn ? .continue : .click)
        let byShape = link.action != nil ? isWrapped : link.form == .other
        link.handleCodeInApp = request.settings?.handleCodeInApp ?? byShape
    }

    /// Parses the fallback links, then checks every address in the link against the site's policy.
    ///
    /// All of them are checked, even those that this visitor would not be sent to. If there are several faults, the one
    /// that comes first in ``LinkFault/Code`` is thrown, so that every client gets the same error. After the first of
    /// all codes, nothing else is read.
    func checkDestinations(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        var worst: LinkFault?
        let parameters = LinkParameter.destinations
        for index in parameters.indices {
            guard let text = link.parameters.nonEmpty(parameters[index]) else { continue }
            do throws(LinkFault) {
                link.destinations[index] = try parse(text, parameter: parameters[index], in: &arena)
            } catch {
                if error.code == LinkFault.Code.allCases.first { throw error }
                Self.record(error, in: &worst)
            }
        }
        do throws(LinkFault) { try checkPayload(&link, in: &arena) } catch { Self.record(error, in: &worst) }
        for index in parameters.indices {
            guard let address = link.destinations[index] else { continue }
            do throws(LinkFault) {
                try admit(address, parameter: parameters[index], site: link.site, in: &arena)
            } catch { Self.record(error, in: &worst) }
        }
        if let worst { throw worst }
        passParametersToDestinations(&link, in: &arena)
        if link.parameters.hasUnrecognized { link.warnings.insert(.unrecognizedParam) }
        if link.parameters.hasCorrected { link.warnings.insert(.paramCorrected) }
    }

    private static func record(_ fault: LinkFault, in worst: inout LinkFault?) {
        if worst.map({ fault.code.rawValue < $0.code.rawValue }) ?? true { worst = fault }
    }

    /// Checks the payload: it must not be a Dynamic Link, nor under the link's own domain, nor outside the policy.
    private func checkPayload(_ link: inout LinkReading, in arena: inout ByteArena) throws(LinkFault) {
        guard link.form != .actionLink, link.form != .other else { return }
        if link.form != .hostingLink { try checkNoDynamicLink(&link, in: &arena) }
        try admit(
            link.payload, parameter: .link, site: link.site, goingOn: link.stage == .continue, in: &arena)
    }

    private func checkNoDynamicLink(
        _ link: inout LinkReading, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard !DynamicLinkDomain.isFirebase(arena[link.payload.host]) else {
            throw LinkFault(.linkIsDynamicLink, parameter: .link)
        }
        guard let match = ruleSet.lentHosts.use({ $0.find(link.payload, in: arena) }),
            match.form == .dynamicLink || match.form == .shortLink
        else { return }
        let payload = link.payload
        let isLong = match.form == .dynamicLink && hasLinkParameter(payload, in: &arena)
        let isSameHost = arena[link.payload.host].equals(arena[link.address.host])
        throw LinkFault(isLong || !isSameHost ? .linkIsDynamicLink : .linkUnderOwnPrefix, parameter: .link)
    }

    private func hasLinkParameter(_ address: WebAddress, in arena: inout ByteArena) -> Bool {
        var pairs = QueryParameters(address.query)
        while let pair = pairs.next(in: arena) {
            if ActionTraces(pair, in: &arena) == .wrapped { return true }
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
    /// The address of a request's short link, without its query; `nil` if it has no short link. Throws if every click
    /// on the link would be refused, independent of the rules and the clicker.
    ///
    /// Looks the link up as a click does. The answer may depend on a portion of `max_clicks` that must be requested
    /// first.
    public func shortLink(
        of request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) -> TextRange? {
        begin(at: request.time)
        var link = LinkReading()
        do throws(LinkFault) { try readLink(&link, request, in: &arena) } catch {
            guard link.form == .shortLink else { return nil }
            throw error
        }
        let address = link.address
        guard link.form == .shortLink else { return nil }
        return TextRange(offset: address.text.start, count: address.path.end - address.text.start)
    }

    /// The last link's lookup in the short-link store; `nil` if there was none.
    public var askedShortLink: AskedShortLink? { findings.asked }

    /// The parameters of a request's link, as far as it can be read; `nil` if it is refused. Reads the link again, for
    /// responses that contain more than a decision does.
    public func parameters(
        of request: borrowing ClickRequest, in arena: inout ByteArena
    ) -> DynamicLinkParameters? {
        var link = LinkReading()
        do throws(LinkFault) { try readLink(&link, request, in: &arena) } catch { return nil }
        return link.parameters
    }
}
