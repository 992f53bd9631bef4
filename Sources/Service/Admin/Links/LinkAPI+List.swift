import ByteText
import LinkStore
import OpenSSL
import Routing
import LinkForms

/// Lists of links, page by page.
extension LinkAPI {
    private static let parameters = [
        "domain", "tag", "q", "archived", "disabled", "sort", "page_size", "page_token",
    ]

    func listLinks(_ call: Call) throws(APIError) -> APIAnswer? {
        try call.query.require(only: Self.parameters)
        let list = try listQuery(call.query)
        if let domain = list.domain { try requireSite(of: domain, call.caller) }
        let domains = call.caller.sites.map { names in
            Set(decider.evaluator.ruleSet.sites.filter { names.contains($0.name) }.flatMap(\.hosts))
        }
        let seal = Self.seal(call.query)
        query(call) { store throws(APIError) in
            let page: ListPage
            do throws(StoreError) {
                page = try store.read { view throws(StoreError) in try view.list(list) }
            } catch { throw APIError(error) }
            return APIAnswer { json in
                json.beginObject()
                json.name("links")
                json.beginArray()
                for record in page.links where domains?.contains(String(record.key.domain)) ?? true {
                    record.write(to: &json, withRevision: true)
                }
                json.endArray()
                json.name("next_page_token")
                if let next = page.next { json.string("\(seal)\(next.text)") } else { json.null() }
                json.endObject()
            }
        }
        return nil
    }

    private func listQuery(_ query: APIQuery) throws(APIError) -> ListQuery {
        var list = ListQuery()
        list.domain = query["domain"]
        list.tag = query["tag"]
        list.text = query["q"]
        list.isArchived = query["archived"] == "all" ? nil : try query.bool("archived") ?? false
        list.isDisabled = try query.bool("disabled")
        list.limit = try query.count("page_size", in: 1...1000) ?? 100
        let sort = query["sort"] ?? "-created"
        guard let order = Self.order(sort) else {
            throw APIError(.badRequest, "sort must be created, updated or link, with - before it for the last first")
        }
        list.order = order
        list.isDescending = sort.hasPrefix("-")
        if let token = query["page_token"] {
            let seal = Self.seal(query)
            guard token.hasPrefix(seal), let mark = ListMark(String(token.dropFirst(seal.count))) else {
                throw APIError(.badRequest, "page_token is of another query; repeat the parameters of the first page")
            }
            list.after = mark
        }
        return list
    }

    private static func order(_ sort: String) -> ListQuery.Order? {
        switch sort {
        case "created", "-created": .created
        case "updated", "-updated": .updated
        case "link", "-link": .key
        default: nil
        }
    }

    /// What a page's token begins with: a mark means nothing to another query.
    private static func seal(_ query: APIQuery) -> String {
        let words = ["domain", "tag", "q", "archived", "disabled", "sort"].map { query[$0] ?? "" }
        return String(Digest.sha256Hex(Array(words.joined(separator: "\n").utf8).span).prefix(8))
    }
}
