import ByteText
import HTTP
import Links
import PageDesign
import Pages
import Routing
import Server
import WebAddress

/// Where a short link leads, for people who look before they go: the link with a `+` behind it, `/CODE+`.
///
/// It is decided as a click by who looks, on the link as it is. Nothing is counted or logged as one, no portion of a maximum of
/// clicks is asked for, and what does not work is refused as a click is.
extension FrontHandler {
    /// Answers a request for the preview of a link, perhaps later; false for any other request, and if the site has no previews.
    func answerPreview(
        _ request: borrowing Request, _ context: RequestContext, _ host: TextRange, _ forwarding: Forwarding,
        _ response: inout ResponseWriter
    ) -> Bool {
        let path = request.path
        let linkCount = path.count - 1
        guard linkCount > 1, path[linkCount] == UInt8(ascii: "+"), path[linkCount - 1] != UInt8(ascii: "/") else {
            return false
        }
        intake.fillLink(host: host, request, context, forwarding, pathCount: linkCount)
        guard decider.hasPreview else { return false }
        guard decider.namesShortLink() else { return decider.awaitsSource(context, &response) }
        if let fault = intake.fillClient(request, context.peer, forwarding) {
            refuse(400, .invalid, detail: fault, request, &response)
            return true
        }
        answerPreview(request, &response)
        return true
    }

    /// Answers with the preview of the click's link.
    func answerPreview(_ request: borrowing Request, _ response: inout ResponseWriter) {
        let outcome = decider.supposePeeking()
        guard outcome.decision.kind != .error else { return refuse(outcome, request, &response) }
        show(outcome, request, &response)
    }

    private func show(_ outcome: Outcome, _ request: borrowing Request, _ response: inout ResponseWriter) {
        guard let destination = outcome.decision.destination, let host = decider.host(of: destination),
            let link = decider.target(decider.request.link)
        else { return refuse(500, .failed, detail: "The decision leads nowhere.", request, &response) }
        let page = PreviewPage(link: link, host: host, address: decider.masked(destination))
        response.begin(.ok)
        response.fieldLines("Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\n")
        let edition = edition(of: outcome.site, request)
        write(.preview, edition, &response) { edition.append(page, from: decider.arena, to: &$0) }
    }
}

extension Decision {
    /// The web page that stands for the link: where a redirect leads, and of an app or a store what is opened there.
    fileprivate var destination: TextRange? {
        switch kind {
        case .continueRedirect, .webWidget: target ?? payload
        case .appOpen, .storeInstall, .error: payload ?? target
        }
    }
}

extension Decider {
    /// Takes the `+` off the click's link where that asks for a preview, and the query behind it; false where it does not, and
    /// the link is as it was.
    func turnToPreview() -> Bool {
        let asked = request.link
        guard let link = Self.previewed(asked, in: arena) else { return false }
        request.link = link
        if hasPreview, namesShortLink() { return true }
        request.link = asked
        return false
    }

    /// A link with a code and a `+` behind it, without that; nil for any other.
    private static func previewed(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let bytes = arena[link]
        let plus = (bytes.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: 0) ?? bytes.count) - 1
        guard plus > 8, bytes[plus] == UInt8(ascii: "+"), bytes[plus - 1] != UInt8(ascii: "/"),
            let scheme = bytes.firstIndex(of: UInt8(ascii: ":")),
            let path = bytes.firstIndex(of: UInt8(ascii: "/"), or: UInt8(ascii: "?"), from: scheme + 3), path < plus
        else { return nil }
        return link[0..<plus]
    }

    /// Whether the site of the click's link shows where its links lead.
    fileprivate var hasPreview: Bool {
        siteOfLink.map { evaluator.ruleSet.sites[$0].pages?.preview ?? true } ?? false
    }

    /// The host of an address of the arena, as it is looked up; nil for what is no web address.
    fileprivate func host(of address: TextRange) -> TextRange? {
        withArena { arena in try? WebAddress.parse(address, in: &arena).host }
    }

    /// Whether the click's link is a short link that there is or was. The source may have to be asked.
    fileprivate func namesShortLink() -> Bool {
        if request.time == nil { request.time = now }
        forgetQuestion()
        return withShortLinks(links.map(PeekedLinks.init)) {
            do throws(LinkFault) {
                return try evaluator.shortLink(of: request, in: &arena) != nil
            } catch {
                noteQuestion(refusedFor: error)
                return error.code != .unknownLink && error.code != .unknownSite
            }
        }
    }

    /// Decides the click of a person who only looks: neither counted nor logged.
    func supposePeeking() -> Outcome {
        withShortLinks(links.map(PeekedLinks.init)) { supposeWithSwitches() }
    }
}
