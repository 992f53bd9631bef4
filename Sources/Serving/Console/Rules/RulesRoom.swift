import AdminPages
import Access
import Configuration
import Daemon
import Markup
import Outcomes
import RuleLint
import Routing
import Rules
import Settings
import Threads

/// The active rules: the click count of each rule, and the findings of `check`.
struct RulesRoom: ConsoleRoom {
    private let view: DaemonView
    private let known = Locked<Known?>(nil)

    let place: ConsolePlace? = ConsolePlace(name: "Rules", path: "/rules")
    let threads = JobThreads(name: "console-rules")
    let templates = [(name: "rules", text: RulesTemplate.text)]

    /// The files as last read, with their findings. Cached because checking takes about a second with many rules.
    private struct Known: Sendable {
        var loaded: LoadedRules
        var findings: [FileDiagnostic]
    }

    /// Confirmation messages of forms that redirect here.
    private static let done = [
        "written": "The file was written, and the rules are active.",
        "returned": "The file was restored, and the rules are active.",
    ]

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == "/rules" }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        var page = ConsolePage("rules")
        let ruleSet = view.ruleSet
        let sites = request.visitor?.credential.sites
        page.values["hash"] = ruleSet.hash
        page.values.set("may_draft", sites == nil)
        page.values.set("has_history", view.rules?.admits(request.visitor) ?? false)
        page.values["done"] = request.query["done"].flatMap { Self.done[$0] }
        if page.values["done"] != nil, view.rules?.admits(request.visitor) ?? false {
            page.values["checkout"] = view.rules?.checkout
        }
        page.values["loaded"] = RulesText.time(view.loaded)
        let hits = view.hits()
        do {
            let known = try check(now: request.now)
            page.values.set("is_other", known.loaded.hash != ruleSet.hash)
            let text = RulesText(known.loaded, sites: sites)
            text.write(ruleSet, hits, to: &page.values)
            text.write(known.findings, to: &page.values)
        } catch {
            page.values["fault"] = "The rule files can't be read: \(error)"
        }
        return page
    }

    /// Reads the files, and checks them if they have changed.
    private func check(now: Int64) throws -> Known {
        let loaded = try view.loadRules()
        if let last = known.withLock({ $0 }), last.loaded.hash == loaded.hash,
            last.loaded.diagnostics == loaded.diagnostics
        {
            return last
        }
        let isDevelopment = view.settings.development
        var findings =
            loaded.diagnostics
            + RuleLint.findings(
                in: loaded, development: isDevelopment, unprovided: view.settings.unprovidedFacts)
        if !loaded.hasErrors {
            findings += try SiteOutcomes.findings(
                in: loaded, RuleSet(loaded, development: isDevelopment), now: now)
        }
        let found = Known(loaded: loaded, findings: findings)
        known.withLock { $0 = found }
        return found
    }
}
