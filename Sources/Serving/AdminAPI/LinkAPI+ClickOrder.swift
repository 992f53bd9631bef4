import Access
import ByteText
import HTTP
import LinkCatalog
import LinkStore

/// The order of a list of links by their clicks.
enum ClickOrder: String {
    case fewestFirst = "clicks"
    case mostFirst = "-clicks"
}

/// Links by clicks. There is no index of clicks, since it would change with every click: the links of a query are read, and
/// those with the most or the fewest clicks are returned, as one page.
extension LinkAPI {
    /// The maximum number of links that are sorted.
    private static let mostSorted = 10_000

    /// A link, the result of its last target check, and its clicks.
    private typealias Row = (link: LinkRecord, target: TargetCheck?, clicks: UInt64)

    func listLinks(_ call: Call, by order: ClickOrder) throws(APIError) -> APIAnswer? {
        guard call.query["page_token"] == nil else {
            throw APIError(.badRequest, "sort=\(order.rawValue) has one page; set page_size, up to 1000")
        }
        let list = try listQuery(call)
        if let domain = list.domain { try requireSite(of: domain, call.caller) }
        let sums = ClickSums(store: store, source: source)
        let wanted = list.limit
        queryAnswering(call) { store throws(APIError) in
            let links = try Self.sortable(store, list)
            do throws(StoreError) { return (links, try store.targetChecks(of: links)) } catch { throw APIError(error) }
        } answering: { found, answer in
            let (links, targets) = found
            sums.find(links.map(\.id)) { clicks in
                guard let clicks else {
                    return answer(
                        .failure(APIError(.serviceUnavailable, "the source of the clicks is away", retryAfter: 2)))
                }
                let rows = links.indices.map { Row(links[$0], targets[$0], clicks[$0]) }
                answer(.success(Self.answer(rows.sorted { Self.isBefore($0, $1, order) }.prefix(wanted))))
            }
        }
        return nil
    }

    /// All links of a query, if they are not too many.
    private static func sortable(_ store: LinkStore, _ list: ListQuery) throws(APIError) -> [LinkRecord] {
        var links: [LinkRecord] = []
        try walk(store, list, atATime: { 1000 }) { some in
            links += some
            return links.count <= mostSorted
        }
        guard links.count <= mostSorted else {
            throw APIError(
                .badRequest,
                "more than \(mostSorted) links to sort by clicks: filter by domain, tag, q or destination, or use "
                    + "GET /v1/counts?by=link&site=…")
        }
        return links
    }

    private static func isBefore(_ left: Row, _ right: Row, _ order: ClickOrder) -> Bool {
        guard left.clicks != right.clicks else { return left.link.key.text < right.link.key.text }
        return (left.clicks < right.clicks) == (order == .fewestFirst)
    }

    private static func answer(_ rows: ArraySlice<Row>) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            json.name("links")
            json.beginArray()
            for row in rows {
                row.link.write(to: &json, withRevision: true, target: .some(row.target), clicks: row.clicks)
            }
            json.endArray()
            json.nullMember("next_page_token")
            json.endObject()
        }
    }
}
