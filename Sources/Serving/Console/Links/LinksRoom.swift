import AdminPages
import Access
import ByteText
import Daemon
import HTTP
import LinkCatalog
import Links
import Markup
import Routing
import Threads

/// Short links: the list, the page of a link, creating, editing and importing. All operations go through the JSON API's
/// handlers, so the console can do nothing that the API cannot.
struct LinksRoom: ConsoleRoom {
    static let path = "/links"
    let view: DaemonView

    let place: ConsolePlace? = ConsolePlace(name: "Links", path: Self.path)
    let threads = JobThreads(name: "console-links", most: 24, mostOfOne: 3)
    let templates = LinksTemplates.all

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == Self.path || path.hasPrefix(Self.path + "/") }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        guard let links = view.links else {
            return MessagePage.page(
                .serviceUnavailable, "No links", "This daemon runs without a link store. Set `store` in its settings.")
        }
        guard let credential = request.visitor?.credential, credential.scopes.contains(.read) else {
            return MessagePage.forbidden("Your token lacks the scope links.read.")
        }
        let sites = view.ruleSet.sites.filter { credential.sites?.contains($0.name) ?? true }
        let visit = LinkVisit(
            links: links, request: request, mayWrite: credential.scopes.contains(.write), sites: sites)
        switch request.path.dropFirst(Self.path.count) {
        case "": return visit.list()
        case "/link": return request.isPost ? visit.act() : visit.link()
        case "/new": return visit.new()
        case "/edit": return visit.edit()
        case "/history": return visit.history()
        case "/import": return visit.importFile()
        case "/refused": return visit.refusedTargets()
        case "/qr.svg": return visit.picture(.svg)
        case "/qr.png": return visit.picture(.png)
        default: return MessagePage.notFound
        }
    }
}

/// A request to the room.
struct LinkVisit {
    let links: LinkService
    let request: AdminPageRequest
    /// Whether the visitor's token may change links.
    let mayWrite: Bool
    /// The sites whose links the visitor may see.
    let sites: [SiteDefinition]

    /// The link domains available to the visitor, with the names of their sites.
    var domains: [(host: String, site: String)] {
        sites.flatMap { site in site.hosts.map { (host: $0, site: site.name) } }
    }

    /// The apps of a link domain's site.
    func apps(of domain: String) -> [LinkableApp] {
        sites.first { $0.hosts.contains(domain) }?.linkableApps ?? []
    }

    /// Sends a request to the API.
    func ask(_ question: LinkService.Question) -> LinkService.Answer { links.answer(question, for: request) }

    /// Writes the options of the link domain field.
    func write(domains chosen: String, to values: inout PageValues) {
        values.set("has_domains", domains.count > 1)
        values["only_domain"] = domains.count == 1 ? domains[0].host : nil
        values.set(
            "domains",
            rows: domains.map { domain in
                var row = PageValues()
                row["host"] = domain.host
                row["of_site"] = domain.site
                row.set("chosen", domain.host == chosen)
                return row
            })
    }
}
