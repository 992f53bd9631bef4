package import Access
import ByteText
package import HTTP
import Links
import Routing
package import Server

/// Responses to apps. The system passes an app the link as tapped; an app resolves a short link by requesting the same
/// address with `Accept: application/json`.
extension FrontHandler {
    /// Whether a request prefers JSON: it is the first type that `Accept` lists, and HTML is not listed (RFC 9110, section
    /// 12.5.1). Browsers list HTML, programs without a preference accept anything, and clients such as axios list text and
    /// anything after JSON.
    package static func asksForJSON(_ request: borrowing Request) -> Bool {
        guard let accept = request.onlyValue(of: "accept") else { return false }
        var start = 0
        while start <= accept.count {
            let rest = accept.extracting(start..<accept.count)
            let count = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.count
            let type = mediaType(of: rest.extracting(0..<count))
            if start == 0, !type.equalsIgnoringCase("application/json") { return false }
            if type.equalsIgnoringCase("text/html") { return false }
            start += count + 1
        }
        return true
    }

    /// The type of an element of `Accept`, without spaces and parameters.
    @_lifetime(copy element)
    private static func mediaType(of element: Span<UInt8>) -> Span<UInt8> {
        let space = UInt8(ascii: " ")
        var range = 0..<(element.firstIndex(of: UInt8(ascii: ";")) ?? element.count)
        while let first = range.first, element[first] == space { range = (first + 1)..<range.upperBound }
        while let last = range.last, element[last] == space { range = range.lowerBound..<last }
        return element.extracting(range)
    }

    /// Responds to an app where only such requests are handled: every refusal is JSON, too.
    package func answerQuestion(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) throws(APIError) {
        begin()
        let (forwarding, host, isKnown) = intake.begin(request, context.peer)
        guard isKnown else { throw .notFound }
        try admitQuestion(context.peer, forwarding)
        let fault = intake.fill(
            host: host, port: forwarding.host == nil ? request.port : forwarding.port,
            isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil), request, context.peer, forwarding)
        if let fault { throw APIError(.badRequest, fault) }
        try decider.readApp(request)
        readMark()
        var outcome = decider.decide(limits: .maximum)
        if decider.awaitsSource(context, &response) { return }
        watch(.app, &outcome, request, context)
        answerApp(outcome, request, context, &response)
    }

    /// Writes payload, minimum version and campaign, or an error in the usual JSON format. If the site redirects users whose
    /// click matches none of its links, an app receives an error that there is no link.
    func answerApp(
        _ outcome: Outcome, _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        if outcome.isCorrected, let link = outcome.decision.target {
            decider.withClick { click, _ in click.link = link }
            let corrected = decider.decide(limits: .maximum)
            if decider.awaitsSource(context, &response) { return }
            return answerApp(corrected, request, context, &response)
        }
        let decision = outcome.decision
        if decision.refusal != nil || decision.kind == .error { countMiss() }
        if let refusal = decision.refusal {
            return APIError(Status(refusal.code.status), refusal.message).write(to: &response)
        }
        if decision.kind == .error {
            let message = decider.evaluator.ruleSet.message(of: decision) ?? ""
            let retryAfter = decision.status == Status.tooManyRequests.code ? 1 : nil
            let reason: LinkFault.Code? = outcome.isRefused(for: .passwordRequired) ? .passwordRequired : nil
            return APIError(
                Status(decision.status), message, reason: reason?.name.description, retryAfter: retryAfter
            ).write(to: &response)
        }
        var counted = outcome
        decider.countAppOpen(&counted)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("payload", decision.opened, in: decider.arena)
            json.member("minimum_version", decision.app?.minimumVersion, in: decider.arena)
            json.name("app")
            writeApp(decision.app, to: &json)
            writeCampaign(to: &json)
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.begin(.ok)
        JSONBody.writeFields(to: &response)
        response.append(output.span)
        response.finish()
    }

    private func writeApp(_ app: Decision.App?, to json: inout JSONWriter) {
        guard let app else { return json.null() }
        json.beginObject()
        json.member("platform", app.platform)
        json.member("id", app.id, in: decider.arena)
        json.endObject()
    }

    /// Writes the campaign parameters of the link under their own names.
    func writeCampaign(to json: inout JSONWriter) {
        guard let parameters = decider.parameters() else { return }
        for parameter in [LinkParameter.utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent, .gclid] {
            if let value = parameters.nonEmpty(parameter) { json.member(parameter.name, value, in: decider.arena) }
        }
    }
}
