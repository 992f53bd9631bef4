import Access
import ByteText
import HTTP
import LinkCatalog
import LinkStore
import Routing

/// Link lists in the shape of Dub's API. It can't represent a page that ends early, so queries that take too long are refused.
extension LinkAPI {
    private static let dubFilters = [
        "domain", "tagId", "tagIds", "tagNames", "folderId", "search", "userId", "tenantId", "showArchived", "withTags",
    ]
    /// The time limit of one query, in seconds.
    private static let dubPatience = 5

    /// `GET /links`.
    func listDubLinks(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: Self.dubFilters + ["page", "pageSize", "startingAfter", "endingBefore"])
        var list = try dubQuery(call)
        let size = try call.query.count("pageSize", in: 1...100) ?? 100
        let page = try call.query.count("page", in: 1...1_000_000) ?? 1
        let isBackward = try setCursor(of: &list, call)
        let sums = ClickSums(store: store, source: source)
        query(
            call,
            { [list] store throws(APIError) in
                let found = try Self.links(store, list, skipping: (page - 1) * size, count: size)
                return isBackward ? found.reversed() : found
            },
            answering: { records, answer in
                sums.find(records.map(\.id)) { clicks in answer(Self.dubAnswer(records, clicks)) }
            })
        return nil
    }

    /// `GET /links/count`.
    func countDubLinks(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: Self.dubFilters + ["groupBy"])
        if call.query["groupBy"] != nil {
            throw APIError(.unprocessableContent, "groupBy is not supported: count the links of one domain or tag")
        }
        let list = try dubQuery(call)
        query(call) { store throws(APIError) in
            let count = try Self.count(store, list)
            return APIAnswer { $0.int(count) }
        }
        return nil
    }

    private func dubQuery(_ call: Call) throws(APIError) -> ListQuery {
        let query = call.query
        for name in ["folderId", "userId", "tenantId"] where !(query[name] ?? "").isEmpty {
            throw APIError(
                .unprocessableContent, "filtering by \(name) is not supported; use domain, tagNames or search")
        }
        if try query.bool("withTags") ?? false {
            throw APIError(.unprocessableContent, "withTags is not supported: list the tags in tagNames")
        }
        var list = ListQuery()
        list.domains = domains(of: call.caller)
        if let domain = query["domain"] {
            try requireSite(of: domain, call.caller)
            list.domain = domain
        }
        let tags = ["tagId", "tagIds", "tagNames"].flatMap { (query[$0] ?? "").split(separator: ",").map(String.init) }
        // A single tag has an index; with several, Dub lists links that have any of them.
        if tags.count == 1 { list.tags = tags } else { list.someTags = tags }
        if let text = query["search"], !text.isEmpty {
            guard text.utf8.count <= Self.longestSearch else {
                throw APIError(.badRequest, "search must have at most \(Self.longestSearch) bytes")
            }
            list.search = LinkSearch(typed: text)
        }
        list.isArchived = try query.bool("showArchived") ?? false ? nil : false
        return list
    }

    /// Starts a list after or before a link; returns whether the list is reversed.
    private func setCursor(of list: inout ListQuery, _ call: Call) throws(APIError) -> Bool {
        let (after, before) = (call.query["startingAfter"], call.query["endingBefore"])
        guard let id = after ?? before else { return false }
        guard after == nil || before == nil, call.query["page"] == nil else {
            throw APIError(.badRequest, "set only one of startingAfter, endingBefore and page")
        }
        let key = try key(id)
        try requireSite(of: String(key.domain), call.caller)
        guard let record = try look({ store throws(StoreError) in try store.link(key) }) else {
            var error = APIError(
                .notFound, "\(after == nil ? "endingBefore" : "startingAfter") names a link that never existed")
            error.isOfMissingLink = true
            throw error
        }
        list.isDescending = after != nil
        list.after = list.mark(of: record)
        return after == nil
    }

    /// The links of a page, after the skipped ones.
    private static func links(
        _ store: LinkStore, _ list: ListQuery, skipping skipped: Int, count: Int
    ) throws(APIError) -> [LinkRecord] {
        var left = skipped
        var found: [LinkRecord] = []
        try walk(store, list, atATime: { left > 0 ? min(left, 1000) : count - found.count }) { links in
            if left > 0 { left -= links.count } else { found += links }
            return found.count < count
        }
        return found
    }

    private static func count(_ store: LinkStore, _ list: ListQuery) throws(APIError) -> Int {
        var count = 0
        try walk(store, list, atATime: { 1000 }) { links in
            count += links.count
            return true
        }
        return count
    }

    /// Iterates over a list page by page until `body` returns `false`, or the list ends.
    static func walk(
        _ store: LinkStore, _ list: ListQuery, atATime limit: () -> Int, _ body: ([LinkRecord]) -> Bool
    ) throws(APIError) {
        var list = list
        let start = ContinuousClock.now
        while true {
            list.limit = limit()
            let page: ListPage
            do throws(StoreError) { page = try store.list(list) } catch { throw APIError(error) }
            list.after = page.next
            guard body(page.links), list.after != nil else { return }
            guard ContinuousClock.now - start < .seconds(dubPatience) else {
                throw APIError(
                    .serviceUnavailable,
                    "too many links to search in \(dubPatience) seconds: filter by domain or tag, continue with startingAfter, "
                        + "or use /v1/links")
            }
        }
    }

    private static func dubAnswer(_ records: [LinkRecord], _ clicks: [UInt64]?) -> APIAnswer {
        APIAnswer { json in
            json.beginArray()
            for (index, record) in records.enumerated() { record.writeDub(to: &json, clicks: clicks?[index]) }
            json.endArray()
        }
    }
}
