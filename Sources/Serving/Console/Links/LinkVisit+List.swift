import AdminPages
import ByteText
import Daemon
import Links
import Markup

/// The list of links: the query and one page of results.
extension LinkVisit {
    private static let pageSize = 50
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
            "states",
            rows: Self.states.map { one in
                var row = PageValues()
                row["value"] = one.value
                row["title"] = one.title
                row.set("chosen", one.value == state.value)
                return row
            })
        var target = "/v1/links?page_size=\(Self.pageSize)\(asked)"
        if let token = query["page"], !token.isEmpty { target += "&page_token=\(ListedLink.encoded(token))" }
        let answer = ask(LinkService.Question("GET", target))
        page.values["fault"] = answer.fault?.sentence
        page.values.set("lacks_index", answer.json?["index_incomplete"]?.bool ?? false)
        let links = (answer.json?["links"]?.array ?? []).compactMap { ListedLink($0) }
        page.values.set("has_links", !links.isEmpty)
        page.values.set("links", rows: links.enumerated().map(row))
        page.values.set("is_filtered", !asked.isEmpty)
        if let next = answer.json?["next_page_token"]?.string {
            page.values["next"] = "/links?\(Self.words(query))page=\(ListedLink.encoded(next))"
        }
        page.values["first"] = query["page"] == nil ? nil : "/links?\(Self.words(query))".trimmed
        return page
    }

    /// The query without its page token.
    private static func words(_ query: [String: String]) -> String {
        ["q", "to", "tag", "domain", "state"].compactMap { name in
            query[name].flatMap { $0.isEmpty ? nil : "\(name)=\(ListedLink.encoded($0))&" }
        }.joined()
    }

    /// Typed text is a URL if it contains `://`, otherwise a host.
    private static func destinationParameter(_ typed: String) -> String {
        typed.contains("://") ? "destination" : "destination_host"
    }

    private func row(_ number: Int, _ link: ListedLink) -> PageValues {
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
        writeClicks(on: link, to: &row)
        row["word"] = state.word
        row["style"] = state.style
        row["tag_list"] = link.tags.joined(separator: ", ")
        row["made"] = String(link["created"].prefix(10))
        return row
    }
}

extension LinkVisit {
    /// The number of days of the clicks in the list.
    private static let listedDays = 30

    /// The clicks of the last days, and their course.
    private func writeClicks(on link: ListedLink, to row: inout PageValues) {
        let query = "/v1/counts?link=\(ListedLink.encoded(link.place))&by=day"
        let table = ClickPanels(ask(LinkService.Question("GET", query)).json).table(by: "day")
        let clicks = ClickPanels.clicks(table?["total"])
        row["clicks"] = table == nil ? "" : grouped(clicks)
        guard clicks > 0 else { return }
        let counts = (table?["counts"]?.array ?? []).map { ($0["value"]?.string ?? "", ClickPanels.clicks($0)) }
        let byDay = Dictionary(counts) { one, _ in one }
        row["spark"] = DayChart(days: Self.listedDays, until: request.now) { byDay[$0] ?? 0 }.path(
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
