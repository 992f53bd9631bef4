import AdminPages
import Access
import Daemon
import Markup
import Outcomes
import Threads

/// Trying a link: the form, the decision with its reasons, and the outcome on the phone.
struct TryRoom: ConsoleRoom {
    private let view: DaemonView

    let place: ConsolePlace? = ConsolePlace(name: "Try", path: "/try")
    let threads = JobThreads(name: "console-try")
    let templates = [(name: "try", text: TryTemplate.text)]

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == "/try" }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        var page = ConsolePage("try")
        var form = TryForm(request.form)
        do throws(TryForm.Fault) {
            if request.form["fill"] != nil { form = try TryForm(logLine: request.form["line"] ?? "") }
            if request.isPost {
                let bench = TryBench(view.ruleSet, view.makeAwaitedShortLinks(), now: request.now)
                let answer = try bench.answer(form, sites: request.visitor?.credential.sites)
                TryText(answer, form).write(to: &page.values)
                page.values["state"] = form.state
            }
        } catch {
            page.values.set("answered", true)
            page.values["fault"] = error.message
            page.values["said"] = error.message
        }
        Self.write(form, to: &page.values)
        return page
    }

    // MARK: - The form

    private static func write(_ form: TryForm, to values: inout PageValues) {
        for field in TryForm.Field.allCases { values[field.rawValue] = form[field] }
        values.set("more_open", TryForm.Field.inMore.contains { !form[$0].isEmpty })
        var groups: [(device: String, situations: [Situation])] = []
        for situation in Situation.all {
            if groups.last?.device != situation.device { groups.append((situation.device, [])) }
            groups[groups.count - 1].situations.append(situation)
        }
        values.set(
            "groups",
            rows: groups.map { group in
                var row = PageValues()
                row["device"] = group.device
                row.set(
                    "situations",
                    rows: group.situations.map { option($0.id, $0.place, isChosen: $0.id == form[.situation]) })
                return row
            })
        values.set(
            "conditions",
            rows: AppCondition.allCases.map { option($0.rawValue, $0.title, isChosen: $0.rawValue == form[.app]) })
        values.set(
            "app_states",
            rows: ["current", "outdated", "absent"].map { option($0, $0, isChosen: $0 == form[.appState]) })
        values.set("is_continue", form[.stage] == "continue")
    }

    private static func option(_ value: String, _ title: String, isChosen: Bool) -> PageValues {
        var row = PageValues()
        row["value"] = value
        row["title"] = title
        row.set("chosen", isChosen)
        return row
    }
}

extension TryForm.Field {
    /// The fields under "more".
    fileprivate static let inMore: [TryForm.Field] = [
        .userAgent, .appState, .appVersion, .country, .region, .city, .asn, .language, .time, .stage, .more,
    ]
}
