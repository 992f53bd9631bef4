import Access
import ByteText
import HTTP
import Links
import Pages
import Routing

/// Responses to decisions: redirects, pages and refusals.
extension FrontHandler {
    /// Responds with a decision. Does not change the outcome, which is `inout` because a borrowed one would be copied.
    func answer(_ outcome: inout Outcome, _ request: borrowing Request, _ response: inout ResponseWriter) {
        if outcome.decision.kind == .error { return refuse(outcome, request, &response) }
        if let page = outcome.decision.page { return show(page, &outcome, request, &response) }
        guard let location = outcome.decision.location else {
            return refuse(500, .failed, detail: "The decision leads nowhere.", request, &response)
        }
        guard Self.begin(outcome.decision.status, location, decider.clickedLink, in: decider.arena, &response) else {
            return refuse(421, .failed, detail: "This address is served by another host.", request, &response)
        }
        writePolicies(of: &outcome, &response)
        response.finish()
    }

    /// Redirects to a page, whose address may be valid for this click only.
    func lead(to address: TextRange, of site: Int?, status: Status = .found, _ response: inout ResponseWriter) {
        response.begin(status)
        Self.writeLocation(address, in: decider.arena, &response)
        writeUncached(site, &response)
        response.finish()
    }

    private static func writeLocation(
        _ address: TextRange, in arena: borrowing ByteArena, _ response: inout ResponseWriter
    ) {
        response.field("Location", arena[address])
    }

    /// Starts a redirect; `false` if it would lead to the requested address itself.
    private static func begin(
        _ status: UInt16, _ location: TextRange, _ requested: TextRange, in arena: borrowing ByteArena,
        _ response: inout ResponseWriter
    ) -> Bool {
        let bytes = arena[location]
        if bytes.equals(arena[requested]) { return false }
        response.begin(Status(status))
        response.field("Location", bytes)
        return true
    }

    /// Writes the policy fields of every decision: no referrer, the client hints that the site requests, and the cache
    /// lifetime. A response is not cached unless the link, a rule or the site sets a lifetime, nor if it depends on more than
    /// a cache can evaluate; `Vary` lists every field that was read. A response that depends on the client's location is
    /// cached privately only.
    ///
    /// - Parameter inLanguage: Whether the response is a page, whose language the client chooses.
    func writePolicies(of outcome: inout Outcome, inLanguage: Bool = false, _ response: inout ResponseWriter) {
        let variance = outcome.decision.variance
        let isPrivate = variance.isPrivate || variance.readsCountry && decider.looksUpCountries
        guard case .seconds(let seconds) = outcome.decision.cache, !variance.isUnshareable else {
            return writeUncached(outcome.site, &response)
        }
        response.field("Referrer-Policy", "no-referrer")
        askForHints(outcome.site, &response)
        response.beginField("Cache-Control")
        if isPrivate { response.appendToField("private, max-age=") } else { response.appendToField("public, max-age=") }
        response.appendToField(Array(String(seconds).utf8).span)
        response.endField()
        writeVary(variance, inLanguage: inLanguage, &response)
    }

    /// Writes the policy fields of a response that must not be cached.
    private func writeUncached(_ site: Int?, _ response: inout ResponseWriter) {
        response.fieldLines("Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\n")
        askForHints(site, &response)
    }

    private func askForHints(_ site: Int?, _ response: inout ResponseWriter) {
        if let hints = decider.askedHints(of: site) {
            response.field("Accept-CH", hints.accept.span)
            if let critical = hints.critical { response.field("Critical-CH", critical.span) }
        }
    }

    /// Lists the fields that the response depends on: those that select JSON or pages, those that describe the device, those
    /// that rules read, and those in which a trusted peer describes the original request.
    private func writeVary(_ variance: AnswerVariance, inLanguage: Bool, _ response: inout ResponseWriter) {
        response.beginField("Vary")
        response.appendToField(
            """
            Accept, User-Agent, X-Requested-With, Fingerpost-Device, Sec-CH-UA, Sec-CH-UA-Platform, \
            Sec-CH-UA-Platform-Version, Sec-CH-UA-Mobile, Sec-CH-UA-Model, Sec-CH-UA-Form-Factors, \
            Sec-CH-UA-Full-Version-List, Signature-Agent
            """)
        if inLanguage { response.appendToField(", Accept-Language") }
        if !intake.trusted.isEmpty { response.appendToField(", Forwarded, X-Forwarded-Host") }
        if variance.readsCountry, let countryHeader = intake.countryHeader {
            response.appendToField(", ")
            response.appendToField(countryHeader.span)
        }
        let fields = decider.evaluator.ruleSet.varyingFields
        for place in fields.indices where variance.contains(fieldAt: place) {
            let field = fields[place]
            response.appendToField(", ")
            response.appendToField(field.span)
        }
        response.endField()
    }

    private func show(
        _ page: Page, _ outcome: inout Outcome, _ request: borrowing Request, _ response: inout ResponseWriter
    ) {
        let decision = outcome.decision
        response.begin(Status(decision.status))
        writePolicies(of: &outcome, inLanguage: true, &response)
        let edition = edition(of: outcome.site, request)
        switch page {
        case .interstitial: showInterstitial(outcome, edition, &response)
        case .social: showSocial(decision, edition, &response)
        case .static: showStatic(edition, &response)
        case .debug:
            let html = edition.debug(debugPage(decision, edition))
            // Costs a dozen decisions, and as many copies of the link's addresses.
            response.charge(10 + html.count / 8192)
            write(.debug, edition, &response) { $0.append(html.span) }
        case .error:
            let status = Int(decision.status)
            write(ErrorPage(status: status, LinkSituation(status: status)), edition, &response)
        }
    }
}

extension Decider {
    /// A text of the arena with all secrets masked.
    func masked(_ text: TextRange) -> TextRange {
        guard Self.suspects(text, in: arena) else { return text }
        let masked = Masking.masked(arena.string(text))
        return arena.append(masked)
    }

    private static func suspects(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        Masking.suspects(arena[text])
    }
}
