import ByteText
public import HTTP
import Libevent
import Links
import Routing

/// The public side: a click comes in, and a redirect, a page or a refusal goes out.
///
/// The link is put together from the Host field and the request target. Whether the click came by https is not asked: a
/// link means the same either way, and behind a proxy that ends TLS it always comes by http.
public final class FrontHandler: RequestHandler {
    let decider: Decider
    let pages: PageTemplates
    var associationFiles = AssociationFileCache()
    private let trusted: TrustedPeers
    let countryHeader: [UInt8]?
    private let clock: () -> Int64

    /// - Parameters:
    ///   - trusted: Who may describe the clicker's device in `Fingerpost-Device`, and name the country.
    ///   - countryHeader: The field that names the country.
    ///   - clock: The wall clock, in seconds since the epoch.
    public init(
        _ decider: Decider, pages: PageTemplates, trusted: TrustedPeers, countryHeader: String?,
        clock: @escaping () -> Int64
    ) {
        self.decider = decider
        self.pages = pages
        self.trusted = trusted
        self.countryHeader = countryHeader.map { Array($0.utf8.map(\.lowercased)) }
        self.clock = clock
    }

    public func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard request.method == .get || request.method == .head else {
            return response.methodNotAllowed(allow: "GET, HEAD")
        }
        if answerReserved(request, &response) { return }
        guard decider.evaluator.ruleSet.knows(host: request.host) else {
            return refuse(LinkFault(.unknownSite), &response)
        }
        decider.now = clock()
        decider.begin()
        fillLink(request)
        fillHeaders(request)
        if let peer = context.peer.address {
            peer.withText { text in decider.request.ip = decider.arena.append(text) }
        }
        if trusted.contains(context.peer) {
            if let fault = readProfile(request) { return refuse(status: 400, message: fault, &response) }
            if let countryHeader { decider.readCountry(countryHeader) }
        }
        answer(decider.decide(), &response)
    }

    /// Paths that are no codes: they are answered before any link is looked up.
    private func answerReserved(_ request: borrowing Request, _ response: inout ResponseWriter) -> Bool {
        let path = request.path
        if path.equals("/robots.txt") {
            writeRobots(request, &response)
            return true
        }
        if answerAssociation(request, &response) { return true }
        guard path.equals("/favicon.ico") || path.starts(with: "/_fp/") || path.starts(with: "/.well-known/") else {
            return false
        }
        refuse(status: 404, message: "There is nothing at this address.", &response)
        return true
    }

    /// The file is a constant, and so is its validator.
    private func writeRobots(_ request: borrowing Request, _ response: inout ResponseWriter) {
        let isKnown = request.has(entityTag: "\"1\"")
        response.begin(isKnown ? .notModified : .ok)
        response.field("ETag", "\"1\"")
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cache-Control", "max-age=86400")
        if !isKnown {
            response.field("Content-Type", "text/plain; charset=utf-8")
            response.append("User-agent: *\nDisallow: /\n")
        }
        response.finish()
    }

    private func fillLink(_ request: borrowing Request) {
        let mark = decider.arena.count
        decider.arena.append(usesPlainHTTP(request) ? "http://" : "https://")
        decider.arena.append(request.host)
        if usesPlainHTTP(request), let port = request.port {
            decider.arena.append(":")
            decider.arena.append(String(port))
        }
        decider.arena.append(request.target)
        decider.request.link = decider.arena.piece(from: mark)
    }

    /// In development a link on this machine is what it is: http, with its port.
    private func usesPlainHTTP(_ request: borrowing Request) -> Bool {
        decider.evaluator.ruleSet.development && Origin.isLocal(request.host)
    }

    private func fillHeaders(_ request: borrowing Request) {
        decider.request.knowHeaders()
        for index in 0..<request.fieldCount {
            let name = request.fieldName(index)
            let mark = decider.arena.count
            for offset in name.indices { decider.arena.append(name[offset].lowercased) }
            let header = ClickRequest.Header(
                name: decider.arena.piece(from: mark), value: decider.arena.append(request.fieldValue(index)))
            decider.request.add(header, in: decider.arena)
        }
    }

    /// Reads `Fingerpost-Device`; gives what is wrong with it.
    private func readProfile(_ request: borrowing Request) -> String? {
        guard let field = request.onlyValue(of: "fingerpost-device") else { return nil }
        return decider.readProfile(field)
    }
}
