package import Access
import ByteText
import HTTP
import LinkCatalog
import LinkStore
import Routing

/// Link lists, page by page.
extension LinkAPI {
    /// The maximum length of a search text, in bytes.
    static let longestSearch = 1_000

    private static let parameters = [
        "domain", "tag", "q", "destination", "destination_host", "archived", "disabled", "unsafe", "target", "sort",
        "page_size",
        "page_token",
    ]

    func listLinks(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        if let order = ClickOrder(rawValue: call.query["sort"] ?? "") {
            try call.query.require(only: Self.parameters)
            return try listLinks(call, by: order)
        }
        return try listLinks(omitting: [], call)
    }

    /// `listLinks` without some links, by their places. Those that don't exist are ignored.
    package func listLinks(omitting places: [String], _ call: Call) throws(APIError) -> APIAnswer? {
        try call.query.require(only: Self.parameters)
        var list = try listQuery(call)
        list.omitted = Set(places.compactMap { try? key($0) })
        if let domain = list.domain { try requireSite(of: domain, call.caller) }
        let words = Self.words(call.query)
        query(call) { [pageTokens, caller = call.caller, list] store throws(APIError) in
            let page: ListPage
            let targets: [TargetCheck?]
            do throws(StoreError) {
                page = try store.list(list)
                targets = try store.targetChecks(of: page.links)
            } catch { throw APIError(error) }
            let next = page.next.map { pageTokens.token(for: $0, caller, words) }
            return Self.answer(page.links, targets, next: next, lacksIndex: page.lacksIndex)
        }
        return nil
    }

    /// `listLinks` for some links, in their order: the query's filters apply, its order and pages do not. Links that
    /// don't exist are left out.
    package func listLinks(at places: [String], _ call: Call) throws(APIError) -> APIAnswer? {
        try call.query.require(only: Self.parameters)
        let list = try listQuery(call)
        let keys = places.compactMap { try? key($0) }.filter { list.domains?.contains(String($0.domain)) ?? true }
        query(call) { store throws(APIError) in
            do throws(StoreError) {
                let records = try store.links(keys).compactMap(\.self).filter { list.finds($0) }
                return Self.answer(records, try store.targetChecks(of: records), next: nil, lacksIndex: false)
            } catch { throw APIError(error) }
        }
        return nil
    }

    /// - Parameter next: The token of the next page.
    private static func answer(
        _ records: [LinkRecord], _ targets: [TargetCheck?], next: String?, lacksIndex: Bool
    ) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            json.name("links")
            json.beginArray()
            for (record, target) in zip(records, targets) {
                record.write(to: &json, withRevision: true, target: .some(target))
            }
            json.endArray()
            json.name("next_page_token")
            if let next { json.string(next) } else { json.null() }
            if lacksIndex { json.member("index_incomplete", true) }
            json.endObject()
        }
    }

    func listQuery(_ call: Call) throws(APIError) -> ListQuery {
        let query = call.query
        var list = ListQuery()
        list.domains = domains(of: call.caller)
        list.domain = query["domain"]
        list.tags = query.all("tag")
        list.destination = try Self.destination(query)
        if let text = query["q"] {
            guard text.utf8.count <= Self.longestSearch else {
                throw APIError(.badRequest, "q must have at most \(Self.longestSearch) bytes")
            }
            list.search = LinkSearch(typed: text)
        }
        list.isArchived = query["archived"] == "all" ? nil : try query.bool("archived") ?? false
        list.isDisabled = try query.bool("disabled")
        list.isUnsafe = try query.bool("unsafe")
        list.target = try Self.target(query)
        list.limit = try query.count("page_size", in: 1...1000) ?? 100
        let usual = list.destination == nil ? "-created" : "destination"
        let sort = query["sort"].flatMap { ClickOrder(rawValue: $0) == nil ? $0 : nil } ?? usual
        guard let order = Self.order(sort) else {
            throw APIError(
                .badRequest,
                "sort must be created, updated, link, destination or clicks, with a leading - for descending order"
            )
        }
        list.order = order
        list.isDescending = sort.hasPrefix("-")
        if let token = query["page_token"] {
            guard let mark = pageTokens.mark(of: token, call.caller, Self.words(query)) else {
                throw APIError(
                    .badRequest, "page_token belongs to another query; repeat the parameters of the first page")
            }
            list.after = mark
        }
        return list
    }

    private static func target(_ query: APIQuery) throws(APIError) -> TargetFilter? {
        guard let text = query["target"] else { return nil }
        guard let filter = TargetFilter(rawValue: text) else {
            throw APIError(.badRequest, "target must be broken, ok or unchecked")
        }
        return filter
    }

    private static func destination(_ query: APIQuery) throws(APIError) -> DestinationFilter? {
        switch (query["destination"], query["destination_host"]) {
        case (nil, nil): return nil
        case (let address?, nil): return DestinationFilter(typedAddress: address)
        case (nil, let host?):
            guard let filter = DestinationFilter(typedHost: host) else {
                throw APIError(.badRequest, "destination_host must be a host, such as www.example.com")
            }
            return filter
        case (_?, _?): throw APIError(.badRequest, "set destination or destination_host, not both")
        }
    }

    private static func order(_ sort: String) -> ListQuery.Order? {
        switch sort {
        case "created", "-created": .created
        case "updated", "-updated": .updated
        case "link", "-link": .key
        case "destination", "-destination": .destination
        default: nil
        }
    }

    /// The parameters that a page token is bound to, in addition to the caller: a mark is meaningless in another query.
    static func words(_ query: APIQuery) -> [String] {
        ["domain", "q", "destination", "destination_host", "archived", "disabled", "unsafe", "target", "sort"].map {
            query[$0] ?? ""
        }
            + query.all("tag")
    }
}
