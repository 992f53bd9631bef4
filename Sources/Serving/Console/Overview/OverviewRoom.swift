import Access
import AdminPages
import ByteText
import Daemon
import HTTP
import Markup
import Routing
import Threads

/// The start page: what became of a site's links in the last days.
struct OverviewRoom: ConsoleRoom {
    /// The number of days, including today.
    private static let days = 30

    private let view: DaemonView

    let place: ConsolePlace? = ConsolePlace(name: "Overview", path: "/")
    let threads = JobThreads(name: "console-overview", most: 8, mostOfOne: 3)
    let templates = [(name: "overview", text: OverviewTemplate.text)]

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == "/" }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        var page = ConsolePage("overview")
        let credential = request.visitor?.credential
        let sites = view.ruleSet.sites.map(\.name).filter { credential?.covers(site: $0) ?? true }
        let chosen = sites.first { $0 == request.query["site"] } ?? sites.first
        page.values["site"] = chosen
        page.values.set("has_sites", sites.count > 1)
        page.values.set(
            "sites",
            rows: sites.map { name in
                var row = PageValues()
                row["name"] = name
                row.set("chosen", name == chosen)
                return row
            })
        guard let chosen, let links = view.links, credential?.scopes.contains(.read) ?? false else {
            page.values["fault"] =
                view.links == nil
                ? "This daemon runs without a link store, so it counts no clicks. Set store in its settings."
                : "Your token has no access to the links of a site."
            return page
        }
        let query = "/v1/counts?site=\(ListedLink.encoded(chosen))&limit=1000&by=\(ClickPanels.ofSite)"
        let answer = links.answer(LinkService.Question("GET", query), for: request)
        page.values["fault"] = answer.fault?.sentence
        guard answer.fault == nil else { return page }
        write(ClickPanels(answer.json), until: request.now, to: &page.values)
        let isOnlySite = view.ruleSet.sites.count == 1 && credential?.sites == nil
        RefusedClicks(of: chosen, isOnlySite: isOnlySite, view).write(to: &page.values)
        return page
    }

    private func write(_ panels: ClickPanels, until now: Int64, to values: inout PageValues) {
        let table = panels.table(by: "day")
        let clicks = ClickPanels.clicks(table?["total"])
        let opens = table?["total"]?["app_opens"]?.number?.int ?? 0
        values["period"] = "the last \(Self.days) days"
        values["clicks"] = counted(clicks, "click")
        values["app_opens"] = grouped(opens)
        values.set("has_counts", clicks > 0)
        panels.write(to: &values)
        let counts = (table?["counts"]?.array ?? []).map { ($0["value"]?.string ?? "", ClickPanels.clicks($0)) }
        let byDay = Dictionary(counts) { one, _ in one }
        DayChart(days: Self.days, until: now) { byDay[$0] ?? 0 }.write(to: &values)
    }
}

/// Clicks a day as bars.
struct DayChart {
    private let days: [(day: String, clicks: Int)]

    /// - Parameter clicks: Returns the clicks of a day: 2026-11-28.
    init(days count: Int, until now: Int64, _ clicks: (String) -> Int) {
        days = (0..<count).map { index in
            let day = String(Timestamp.text((now / 86_400 - Int64(count - 1 - index)) * 86_400).prefix(10))
            return (day, clicks(day))
        }
    }

    /// The clicks as the path of a line.
    func path(width: Int, height: Int) -> String {
        let highest = max(days.map(\.clicks).max() ?? 0, 1)
        return days.enumerated().map { index, day in
            let x = index * width / max(days.count - 1, 1)
            return "\(index == 0 ? "M" : "L")\(x) \(height - 1 - day.clicks * (height - 2) / highest)"
        }.joined()
    }

    func write(to values: inout PageValues) {
        let highest = days.map(\.clicks).max() ?? 0
        values["highest"] = grouped(highest)
        values["first_day"] = days.first?.day
        values["last_day"] = days.last?.day
        values["view_box"] = "0 -4 \(days.count * 20) 108"
        values.set(
            "bars",
            rows: days.enumerated().filter { $1.clicks > 0 }.map { index, day in
                let height = max(1, day.clicks * 100 / max(highest, 1))
                var row = PageValues()
                (row["x"], row["y"], row["height"]) = ("\(index * 20 + 2)", "\(100 - height)", "\(height)")
                return row
            })
    }
}

/// The start page.
enum OverviewTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Overview{{/title}}
        {{$body}}
        <h1>{{#site}}{{site}}{{/site}}{{^site}}Overview{{/site}}</h1>
        {{#has_sites}}<form class="row" method="get" action="/"><label class="unseen" for="site">Site</label>
        <select class="grows" id="site" name="site">{{#sites}}<option{{#chosen}} selected{{/chosen}}>{{name}}</option>{{/sites}}</select>
        <button class="quiet">Show</button></form>{{/has_sites}}
        <p class="row"><a class="button" href="/links/new">New link</a> <a href="/links">All links</a> <a href="/try">Try a link</a></p>
        {{#fault}}<p class="fault" role="alert">{{fault}}</p>{{/fault}}
        {{^fault}}<section class="card" aria-labelledby="clicks-heading">
        <h2 id="clicks-heading">Clicks</h2>
        <p class="large">{{clicks}}</p>
        <p class="soft">On links of the store in {{period}}; {{app_opens}} of them opened the app.</p>
        {{#has_counts}}<svg class="chart" viewBox="{{view_box}}" preserveAspectRatio="none" role="img" \
        aria-label="Clicks per day from {{first_day}} to {{last_day}}, at most {{highest}}">
        <path class="ground" d="M0 100.5h600"/>
        {{#bars}}<rect class="ios" x="{{x}}" y="{{y}}" width="16" height="{{height}}"/>{{/bars}}</svg>
        <p class="row soft ends"><span>{{first_day}}</span><span>at most {{highest}} per day</span><span>{{last_day}}</span></p>{{/has_counts}}
        {{^has_counts}}<p>No clicks yet. Create a link, open it on a phone, and reload this page.</p>{{/has_counts}}
        </section>
        \(ClickPanels.template)
        \(RefusedClicks.template){{/fault}}
        {{/body}}
        {{/layout}}
        """
}
