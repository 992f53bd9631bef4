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

    /// Whether there are no links here and on later pages.
    var isEmpty: Bool { links.isEmpty && next == nil }

    /// Appends a page that follows this one.
    mutating func append(_ more: FoundLinks) {
        links += more.links
        (next, fault, lacksIndex) = (more.next, more.fault, more.lacksIndex)
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

    /// A page of links, those with the most clicks in the last days first, then the others, newest first. A site counts the
    /// clicks of a few hundred links; rarer ones are among the others.
    ///
    /// The page's name is its place among the links with clicks, or the API's token for a later page of the others.
    func mostClicked(_ filters: String) -> FoundLinks {
        let places: [String]
        switch clickedPlaces() {
        case .success(let found): places = found
        case .failure(let fault): return FoundLinks(fault.answer)
        }
        let name = request.query["page"] ?? ""
        guard let place = name.isEmpty ? 0 : Int(name) else { return others(filters, omitting: places, page: name) }
        let all = "/v1/links?page_size=\(Self.pageSize)\(filters)"
        var found = FoundLinks(links.list(places, LinkService.Question("GET", all), for: request))
        guard found.fault == nil else { return found }
        let rest = found.links.dropFirst(max(0, place))
        found.links = Array(rest.prefix(Self.pageSize))
        let room = Self.pageSize - found.links.count
        let others = others(filters, omitting: places, count: max(1, room))
        if room > 0 {
            found.append(others)
        } else if rest.count > Self.pageSize || !others.isEmpty {
            found.next = String(max(0, place) + Self.pageSize)
        }
        return found
    }

    /// An error of the API.
    private struct ListFault: Error {
        var answer: LinkService.Answer
    }

    /// The links with clicks in the last days, those with the most clicks first, by host and code if they have equally many.
    private func clickedPlaces() -> Result<[String], ListFault> {
        var counts: [(place: String, clicks: Int)] = []
        for site in sites where request.query["domain"].map({ $0.isEmpty || site.hosts.contains($0) }) ?? true {
            let query = "/v1/counts?site=\(ListedLink.encoded(site.name))&by=link&limit=1000"
            let answer = ask(LinkService.Question("GET", query))
            if answer.fault != nil { return .failure(ListFault(answer: answer)) }
            counts += (ClickPanels(answer.json).table(by: "link")?["counts"]?.array ?? []).map {
                (place: $0["value"]?.string ?? "", clicks: ClickPanels.clicks($0))
            }
        }
        return .success(counts.sorted { ($1.clicks, $0.place) < ($0.clicks, $1.place) }.map { $0.place })
    }

    /// A page of the links that are not among those with clicks.
    ///
    /// - Parameter page: The API's token; empty for the first page.
    private func others(
        _ filters: String, omitting places: [String], page: String = "", count: Int = pageSize
    ) -> FoundLinks {
        var target = "/v1/links?page_size=\(count)&sort=-created\(filters)"
        if !page.isEmpty { target += "&page_token=\(ListedLink.encoded(page))" }
        return FoundLinks(links.list(omitting: places, LinkService.Question("GET", target), for: request))
    }
}
