import ByteText
import HTTP
import Pages
package import Routing

/// The site and language of pages.
extension FrontHandler {
    /// The pages of a site in the language that the request accepts.
    ///
    /// - Parameter site: The index in the rule set, or `nil` for the link's site, or else the request's.
    func edition(of site: Int?, _ request: borrowing Request) -> PageEdition {
        let site = site ?? siteAsked(request)
        guard let field = request.fieldIndex(of: "accept-language") else {
            return decider.pages.edition(of: site, accepting: nil)
        }
        return decider.pages.edition(of: site, accepting: request.fieldValue(field))
    }

    private func siteAsked(_ request: borrowing Request) -> Int? {
        guard decider.request.link.isEmpty else { return decider.siteOfLink }
        return decider.evaluator.ruleSet.site(host: request.host, path: request.path)
    }

    /// Writes the fields of a page, and the body that a closure appends.
    func write(
        _ kind: PageKind, _ edition: PageEdition, _ response: inout ResponseWriter,
        _ append: (inout ByteBuffer) -> Void
    ) {
        let (lines, language) = (edition.fieldLines(of: kind), edition.languageLine)
        response.fieldLines(lines.span)
        response.fieldLines(language.span)
        response.appendBody(append)
        response.finish()
    }

    func write(_ page: ErrorPage, _ edition: PageEdition, _ response: inout ResponseWriter) {
        write(.error, edition, &response) { edition.append(page, from: decider.arena, to: &$0) }
    }

    /// Responds with a site's icon. Its path contains its hash, so clients may cache it permanently.
    func answerIcon(_ request: borrowing Request, _ response: inout ResponseWriter) {
        guard let icon = decider.pages.icon(at: String(request.path)) else {
            return refuse(404, .notFound, request, &response)
        }
        response.begin(.ok)
        response.field("Content-Type", Array(icon.mediaType.utf8).span)
        response.fieldLines(
            """
            Referrer-Policy: no-referrer\r\nCache-Control: public, max-age=31536000, immutable\r\n\
            Content-Security-Policy: default-src 'none'; sandbox\r\nCross-Origin-Resource-Policy: same-origin\r\n
            """)
        response.append(icon.bytes.span)
        response.finish()
    }
}

extension Decider {
    /// The site of the click's link, by host and path; `nil` if there is none.
    var siteOfLink: Int? { Self.siteOfLink(request.link, linkHost, by: evaluator.ruleSet, in: arena) }

    private static func siteOfLink(
        _ link: TextRange, _ host: TextRange, by ruleSet: RuleSet, in arena: borrowing ByteArena
    ) -> Int? {
        let bytes = arena[link]
        let start = bytes.firstIndex(of: UInt8(ascii: "/"), from: host.end - link.start) ?? bytes.count
        let end = bytes.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: start) ?? bytes.count
        return ruleSet.site(host: arena[host], path: bytes.extracting(start..<end))
    }
}

extension SitePages {
    /// The pages of a rule set's sites.
    package convenience init(_ ruleSet: RuleSet) throws { try self.init(ruleSet.sites.map(\.pages)) }
}
