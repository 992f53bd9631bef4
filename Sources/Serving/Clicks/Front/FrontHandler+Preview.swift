import ByteText
import HTTP
import Links
import PageDesign
import Pages
import Routing
import Server
import WebAddress

/// Link previews, which show a short link's destination: the link followed by `+`, `/CODE+`.
///
/// The link is decided like a click of the visitor. Nothing is counted or logged, no lease on a maximum of clicks is
/// requested, and a link that doesn't work is refused like a click.
extension FrontHandler {
    /// Responds to a request for a link's preview, now or later; `false` for any other request, and if the site has no previews.
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

    /// Responds with the preview of the click's link.
    func answerPreview(_ request: borrowing Request, _ response: inout ResponseWriter) {
        let outcome = decider.decidePeeking()
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
    /// The web page that the link represents: a redirect's target, or the page opened in an app or store.
    fileprivate var destination: TextRange? {
        switch kind {
        case .continueRedirect, .webWidget: target ?? payload
        case .appOpen, .storeInstall, .error: payload ?? target
        }
    }
}

extension Decider {
    /// Removes the `+` and the query after it from the click's link, if it requests a preview; otherwise returns `false` and
    /// leaves the link unchanged.
    func turnToPreview() -> Bool {
        let requested = request.link
        guard let link = Self.previewed(requested, in: arena) else { return false }
        request.link = link
        if hasPreview, namesShortLink() { return true }
        request.link = requested
        return false
    }

    /// The link before a code's trailing `+`; `nil` for any other link.
    private static func previewed(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let bytes = arena[link]
        let plus = (bytes.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: 0) ?? bytes.count) - 1
        guard plus > 8, bytes[plus] == UInt8(ascii: "+"), bytes[plus - 1] != UInt8(ascii: "/"),
            let scheme = bytes.firstIndex(of: UInt8(ascii: ":")),
            let path = bytes.firstIndex(of: UInt8(ascii: "/"), or: UInt8(ascii: "?"), from: scheme + 3), path < plus
        else { return nil }
        return link[0..<plus]
    }

    /// Whether the site of the click's link has previews.
    fileprivate var hasPreview: Bool {
        siteOfLink.map { evaluator.ruleSet.sites[$0].pages?.preview ?? true } ?? false
    }

    /// The host of an address of the arena, as it is looked up; `nil` if it is not a web address.
    fileprivate func host(of address: TextRange) -> TextRange? {
        withArena { arena in try? WebAddress.parse(address, in: &arena).host }
    }

    /// Whether the click's link is a short link that exists or existed. The source may have to be asked.
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

    /// Decides the click of a visitor who requests a preview: neither counted nor logged.
    func decidePeeking() -> Outcome {
        withShortLinks(links.map(PeekedLinks.init)) { decideHypotheticallyWithSwitches() }
    }
}
