import ByteText
import HTTP
import Links
import Pages
import Routing

/// Decisions as HTTP: redirects, pages and refusals.
extension FrontHandler {
    func answer(_ outcome: Outcome, _ response: inout ResponseWriter) {
        let decision = outcome.decision
        if decision.kind == .error {
            return refuse(
                status: Int(decision.status), message: decider.evaluator.ruleSet.message(of: decision) ?? "", &response)
        }
        if let page = decision.page { return show(page, outcome, &response) }
        guard let location = decision.location else {
            return refuse(status: 500, message: "The decision leads nowhere.", &response)
        }
        guard Self.begin(decision, location, decider.request.link, in: decider.arena, &response) else {
            return refuse(
                status: 421, message: "This address is served by another host.", &response)
        }
        writePolicies(outcome, &response)
        response.finish()
    }

    /// Leads to a page, whose address is good for some minutes and for this click alone.
    func lead(to address: [UInt8], _ outcome: Outcome, _ response: inout ResponseWriter) {
        var passing = outcome
        passing.decision.cache = .noStore
        response.begin(.found)
        response.field("Location", address.span)
        writePolicies(passing, &response)
        response.finish()
    }

    /// Begins a redirect; false if it would lead to the requested address itself.
    private static func begin(
        _ decision: Decision, _ location: TextRange, _ asked: TextRange, in arena: borrowing ByteArena,
        _ response: inout ResponseWriter
    ) -> Bool {
        let bytes = arena[location]
        if bytes.equals(arena[asked]) { return false }
        response.begin(Status(decision.status))
        response.field("Location", bytes)
        return true
    }

    /// Writes the fields of every decision: no referrer, the client hints that the site requests, and how long to keep
    /// the answer. Nothing is cached unless a rule states seconds, nor if it depends on more than a cache can see; then
    /// `Vary` names every field that was consulted.
    func writePolicies(_ outcome: Outcome, _ response: inout ResponseWriter) {
        let decision = outcome.decision
        guard case .seconds(let seconds) = decision.cache, !decision.variance.isUnshareable else {
            response.fieldLines("Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\n")
            return askForHints(outcome, &response)
        }
        response.field("Referrer-Policy", "no-referrer")
        askForHints(outcome, &response)
        response.beginField("Cache-Control")
        response.appendToField("max-age=")
        response.appendToField(Array(String(seconds).utf8).span)
        response.endField()
        writeVary(decision.variance, &response)
    }

    private func askForHints(_ outcome: Outcome, _ response: inout ResponseWriter) {
        if let asked = decider.askedHints(of: outcome) {
            response.field("Accept-CH", asked.accept.span)
            if let critical = asked.critical { response.field("Critical-CH", critical.span) }
        }
    }

    /// Names the fields that the answer depends on: those that select JSON or pages, those that describe the device,
    /// those that rules read, and those in which a trusted peer describes the original request.
    private func writeVary(_ variance: AnswerVariance, _ response: inout ResponseWriter) {
        response.beginField("Vary")
        response.appendToField(
            """
            Accept, User-Agent, X-Requested-With, Fingerpost-Device, Sec-CH-UA, Sec-CH-UA-Platform, \
            Sec-CH-UA-Platform-Version, Sec-CH-UA-Mobile, Sec-CH-UA-Model, Sec-CH-UA-Form-Factors, \
            Sec-CH-UA-Full-Version-List
            """)
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

    func refuse(_ fault: LinkFault, _ response: inout ResponseWriter) {
        refuse(status: Int(fault.code.status), message: fault.message, &response)
    }

    func refuse(status: Int, message: String, _ response: inout ResponseWriter) {
        response.begin(Status(UInt16(status)))
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cache-Control", "no-store")
        writePage(pages.error(ErrorPage(status: status, fault: Masking.masked(message))), .error, &response)
    }

    func writePage(_ html: [UInt8], _ kind: PageKind, _ response: inout ResponseWriter) {
        response.field("Content-Type", "text/html; charset=utf-8")
        response.field("Content-Security-Policy", kind.contentSecurityPolicy.span)
        response.append(html.span)
        response.finish()
    }

    private func show(_ page: Page, _ outcome: Outcome, _ response: inout ResponseWriter) {
        let decision = outcome.decision
        response.begin(Status(decision.status))
        writePolicies(outcome, &response)
        switch page {
        case .interstitial: writePage(interstitial(outcome), .interstitial, &response)
        case .social: writePage(social(decision), .social, &response)
        case .static: writePage(pages.static(StaticPage()), .static, &response)
        case .debug: writePage(pages.debug(debugPage(decision)), .debug, &response)
        case .error: writePage(pages.error(ErrorPage(status: Int(decision.status), fault: "")), .error, &response)
        }
    }
}

extension Decider {
    /// Whether a decision leads to the requested address itself: the server for it is behind this router.
    func isLoop(_ decision: Decision) -> Bool {
        guard let location = decision.location else { return false }
        return Self.areEqual(location, request.link, in: arena)
    }

    private static func areEqual(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        arena[one].equals(arena[other])
    }
}
