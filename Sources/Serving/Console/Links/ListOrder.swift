import AdminPages
import ByteText
import Daemon
import Routing

/// The order of the list, by its name in the page's address.
enum ListOrder: String, CaseIterable {
    case newest = ""
    case changed, link, clicks

    /// The order in words.
    var title: String {
        switch self {
        case .newest: "Newest first"
        case .changed: "Last changed first"
        case .link: "By domain and code"
        case .clicks: "Most clicks first"
        }
    }

    /// The parameter of the API; `nil` for clicks, by which it does not sort.
    var parameter: String? {
        switch self {
        case .newest: "-created"
        case .changed: "-updated"
        case .link: "link"
        case .clicks: nil
        }
    }
}

/// A page of the list.
struct FoundLinks {
    var links: [ListedLink] = []
    /// The value of `page` for the next page; `nil` at the end.
    var next: String?
    /// The message if there is no list.
    var fault: String?
    /// Whether the destination index is not complete.
    var lacksIndex = false

    init(_ answer: LinkService.Answer) {
        let json = answer.json
        links = (json?["links"]?.array ?? []).compactMap { ListedLink($0) }
        next = json?["next_page_token"]?.string
        fault = answer.fault
        lacksIndex = json?["index_incomplete"]?.bool ?? false
    }
}

extension LinkVisit {
    /// A page of links in an order of the API.
    ///
    /// - Parameter filters: The parameters of the filters: `&tag=summer`.
    func listed(_ filters: String, by order: ListOrder) -> FoundLinks {
        var target = "/v1/links?page_size=\(Self.pageSize)\(filters)"
        // With a destination the API's own order is by destination.
        if order != .newest, let parameter = order.parameter { target += "&sort=\(parameter)" }
        if let token = request.query["page"], !token.isEmpty { target += "&page_token=\(ListedLink.encoded(token))" }
        return FoundLinks(ask(LinkService.Question("GET", target)))
    }

    /// A page of the links with the most clicks in the last days. A site counts them for a few hundred links; there are no
    /// others.
    func mostClicked(_ filters: String) -> FoundLinks {
        var counts: [(place: String, clicks: Int)] = []
        for site in sites where request.query["domain"].map({ $0.isEmpty || site.hosts.contains($0) }) ?? true {
            let query = "/v1/counts?site=\(ListedLink.encoded(site.name))&by=link&limit=1000"
            let answer = ask(LinkService.Question("GET", query))
            if answer.fault != nil { return FoundLinks(answer) }
            counts += (ClickPanels(answer.json).table(by: "link")?["counts"]?.array ?? []).map {
                (place: $0["value"]?.string ?? "", clicks: ClickPanels.clicks($0))
            }
        }
        let places = counts.sorted { ($1.clicks, $0.place) < ($0.clicks, $1.place) }.map { $0.place }
        var found = FoundLinks(
            links.list(
                places, LinkService.Question("GET", "/v1/links?page_size=\(Self.pageSize)\(filters)"), for: request))
        let start = max(0, Int(request.query["page"] ?? "") ?? 0)
        let rest = found.links.dropFirst(start)
        if rest.count > Self.pageSize { found.next = String(start + Self.pageSize) }
        found.links = Array(rest.prefix(Self.pageSize))
        return found
    }
}
