import ByteText
import Markup

/// The tables of `GET /v1/counts` as lists with bars, one for each property.
struct ClickPanels {
    /// The number of values in a panel.
    static let most = 8

    /// The properties with their headings, in the order of the page.
    private static let headings = [
        ("link", "Top links"), ("country", "Countries"), ("referrer", "Referring sites"),
        ("in_app", "Browsers in apps"),
        ("browser", "Browsers"), ("platform", "Systems"), ("language", "Languages"), ("source", "Tapped or scanned"),
        ("rule", "Deciding rules"),
    ]

    /// The names of unknown values that have a more common meaning.
    private static let unknown = ["referrer": "Direct or unknown", "in_app": "Not in an app"]

    /// The parameter `by` of the query for all panels of a link.
    static let ofLink = headings.map(\.0).filter { $0 != "link" }.joined(separator: ",")
    /// The parameter `by` of the query for all panels of a site, and its days.
    static let ofSite = headings.map(\.0).joined(separator: ",") + ",day"

    private let tables: [JSONValue]

    /// Reads the API's response.
    init(_ json: JSONValue?) { tables = json?["tables"]?.array ?? [] }

    /// The table of a property.
    func table(by name: String) -> JSONValue? { tables.first { $0["by"]?.string == name } }

    /// Writes the panels that have values.
    func write(to values: inout PageValues) {
        let panels = Self.headings.compactMap { name, heading in table(by: name).flatMap { panel(name, heading, $0) } }
        values.set("has_panels", !panels.isEmpty)
        values.set("panels", rows: panels)
    }

    private func panel(_ name: String, _ heading: String, _ table: JSONValue) -> PageValues? {
        let counts = table["counts"]?.array ?? []
        guard !counts.isEmpty else { return nil }
        var rows = counts.prefix(Self.most).map { count in
            (
                value: count["value"]?.string ?? "", clicks: Self.clicks(count),
                opens: count["app_opens"]?.number?.int ?? 0, isValue: true
            )
        }
        let rest = counts.dropFirst(Self.most).reduce(Self.clicks(table["other"])) { $0 + Self.clicks($1) }
        if rest > 0 { rows.append(("Others", rest, 0, false)) }
        let unknown = Self.clicks(table["unknown"])
        if unknown > 0 { rows.append((Self.unknown[name] ?? "Unknown", unknown, 0, false)) }
        let highest = rows.map(\.clicks).max() ?? 0
        var panel = PageValues()
        panel["name"] = name
        panel["heading"] = heading
        panel.set(
            "rows",
            rows: rows.map { row in
                var line = PageValues()
                line["label"] = row.isValue ? Self.label(row.value, name) : row.value
                line["href"] =
                    name == "link" && row.isValue ? "/links/link?link=\(ListedLink.encoded(row.value))" : nil
                line["clicks"] = grouped(row.clicks)
                // The arms of a split are compared by it.
                line["opens"] = name == "rule" && row.opens > 0 ? grouped(row.opens) : nil
                line["width"] = String(highest > 0 ? max(1, row.clicks * 100 / highest) : 0)
                return line
            })
        return panel
    }

    /// The clicks of a row or an amount.
    static func clicks(_ json: JSONValue?) -> Int { json?["clicks"]?.number?.int ?? 0 }

    /// A value in plain words.
    private static func label(_ value: String, _ name: String) -> String {
        switch (name, value) {
        case ("platform", "ios"): "iPhone and iPad"
        case ("platform", "desktop"): "Computers"
        case ("source", "qr"): "Scanned"
        case ("source", "tap"): "Tapped"
        case ("country", _): CountryNames.name(of: value) ?? value
        case ("in_app", _), ("browser", _), ("platform", _): words(value)
        default: value
        }
    }

    /// `samsung_browser` as `Samsung browser`.
    private static func words(_ value: String) -> String {
        let text = value.replacing("_", with: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The panels of a page.
    static let template = """
        {{#has_panels}}<div class="tiles">{{#panels}}<section class="card" aria-labelledby="by-{{name}}">
        <h2 id="by-{{name}}">{{heading}}</h2>
        <table class="bars"><thead class="unseen"><tr><th scope="col">Value</th><th scope="col">Clicks</th></tr></thead>
        <tbody>{{#rows}}<tr><th scope="row">{{#href}}<a href="{{href}}">{{label}}</a>{{/href}}{{^href}}{{label}}{{/href}}\
        {{#opens}} <span class="soft">{{opens}} opened the app</span>{{/opens}}\
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="ios" width="{{width}}" height="4"/></svg></th>\
        <td class="number">{{clicks}}</td></tr>{{/rows}}</tbody></table>
        </section>{{/panels}}</div>{{/has_panels}}
        """
}
