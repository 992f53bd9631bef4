import AdminPages
import ByteText
import Daemon
import Links
import Markup

/// The list of links: the query and one page of results.
extension LinkVisit {
    static let pageSize = 50
    /// The number of days of the clicks in the list.
    private static let listedDays: UInt32 = 30
    /// The states to filter by, with their API parameters.
    private static let states = [
        (value: "", title: "All but archived", query: ""), (value: "paused", title: "Paused", query: "&disabled=true"),
        (value: "running", title: "Not paused", query: "&disabled=false"),
        (value: "unsafe", title: "Unsafe", query: "&unsafe=true&archived=all"),
        (value: "archived", title: "Archived", query: "&archived=true"),
        (value: "all", title: "All", query: "&archived=all"),
    ]

    func list() -> ConsolePage {
        var page = ConsolePage("links")
        let query = request.query
        let state = Self.states.first { $0.value == query["state"] } ?? Self.states[0]
        let order = ListOrder(rawValue: query["sort"] ?? "") ?? .newest
        var asked = state.query
        for name in ["q", "tag", "domain"] {
            if let value = query[name], !value.isEmpty { asked += "&\(name)=\(ListedLink.encoded(value))" }
            page.values[name] = query[name]
        }
        if let destination = query["to"], !destination.isEmpty {
            asked += "&\(Self.destinationParameter(destination))=\(ListedLink.encoded(destination))"
        }
        page.values["to"] = query["to"]
        page.values.set("may_write", mayWrite)
        page.values["done"] = Self.done[query["done"] ?? ""]
        write(domains: query["domain"] ?? "", to: &page.values)
        page.values.set(
            "states", rows: Self.states.map { option($0.value, $0.title, isChosen: $0.value == state.value) })
        write(order, to: &page.values)
        page.values.set("is_filtered", !asked.isEmpty)
        let found = order == .clicks ? mostClicked(asked) : listed(asked, by: order)
        page.values["fault"] = found.fault?.sentence
        page.values.set("lacks_index", found.lacksIndex)
        let clicks = links.dailyClicks(of: found.links.map(\.place), days: Self.listedDays, for: request)
        page.values.set("has_links", !found.links.isEmpty)
        page.values.set(
            "links",
            rows: found.links.enumerated().map { number, link in row(number, link, clicks?[number]) })
        if let next = found.next {
            page.values["next"] = "/links?\(words())page=\(ListedLink.encoded(next))"
        }
        page.values["first"] = query["page"] == nil ? nil : "/links?\(words())".trimmed
        return page
    }

    private func option(_ value: String, _ title: String, isChosen: Bool) -> PageValues {
        var row = PageValues()
        row["value"] = value
        row["title"] = title
        row.set("chosen", isChosen)
        return row
    }

    /// Writes the orders, and the addresses of the list in each of them.
    private func write(_ order: ListOrder, to values: inout PageValues) {
        values.set(
            "orders", rows: ListOrder.allCases.map { option($0.rawValue, $0.title, isChosen: $0 == order) })
        for other in ListOrder.allCases {
            values["by_\(other)"] = "/links?\(words(order: other))".trimmed
            values.set("is_by_\(other)", order == other)
        }
    }

    /// The parameters of the list's address without its page.
    private func words(order: ListOrder? = nil) -> String {
        var query = request.query
        if let order { query["sort"] = order.rawValue }
        return ["q", "to", "tag", "domain", "state", "sort"].compactMap { name in
            query[name].flatMap { $0.isEmpty ? nil : "\(name)=\(ListedLink.encoded($0))&" }
        }.joined()
    }

    /// Typed text is a URL if it contains `://`, otherwise a host.
    private static func destinationParameter(_ typed: String) -> String {
        typed.contains("://") ? "destination" : "destination_host"
    }

    private func row(_ number: Int, _ link: ListedLink, _ clicks: [String: Int]?) -> PageValues {
        var row = PageValues()
        row["number"] = String(number)
        let state = link.state(at: request.now)
        row["place"] = link.place
        row["link"] = link["link"]
        row["query"] = link.query
        row["title"] = link["name"]
        let target = AddressParts(link.target.address)
        row["host"] = target.host ?? target.text
        row["path"] = target.host == nil ? "" : target.requestTarget.readable
        let systems = LinkableApp.System.allCases.filter { link.target.app(on: $0) != nil }
        row["opens"] = systems.isEmpty ? nil : systems.map(\.rawValue).joined(separator: ", ")
        if let clicks { write(clicks, to: &row) }
        row["word"] = state.word
        row["style"] = state.style
        row.set("has_tags", !link.tags.isEmpty)
        row.set(
            "tags",
            rows: link.tags.map { tag in
                var row = PageValues()
                row["tag_name"] = tag
                row["tag_href"] = "/links?tag=\(ListedLink.encoded(tag))"
                return row
            })
        row["made"] = String(link["created"].prefix(10))
        return row
    }

    /// The clicks of the last days, and their course.
    private func write(_ clicks: [String: Int], to row: inout PageValues) {
        let sum = clicks.values.reduce(0, +)
        row["clicks"] = grouped(sum)
        guard sum > 0 else { return }
        row["spark"] = DayChart(days: Int(Self.listedDays), until: request.now) { clicks[$0] ?? 0 }.path(
            width: 60, height: 16)
    }
}

extension String {
    /// An address for reading: percent-encoded characters decoded if they are readable.
    fileprivate var readable: String {
        var bytes: [UInt8] = []
        utf8.span.forEachPercentDecoded { bytes.append($0) }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { return self }
        // Format characters could show another address than the real one.
        let isReadable = decoded.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        return isReadable ? decoded : self
    }

    /// The string without a trailing `?` or `&`.
    fileprivate var trimmed: String { hasSuffix("?") || hasSuffix("&") ? String(dropLast()) : self }
}
