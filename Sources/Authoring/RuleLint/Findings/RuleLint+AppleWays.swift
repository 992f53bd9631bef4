import Configuration
import Routing
import Rules

/// Apple apps that no page can open, and links that lead people with the app to the store.
extension RuleLint {
    /// The evaluator says it of a click: there is no page on another host whose button would be the link, and no custom
    /// scheme that the site lets it use.
    mutating func findAppsWithoutWay() {
        for site in sites.indices where sites[site].definition.apps.contains(where: { $0.store == .ios }) {
            let links = SiteLink.links(of: sites[site], queries: rules(of: site).compactMap { rules[$0].formula })
            for app in sites[site].definition.apps where app.store == .ios && app.team != nil {
                guard let example = clickWithoutWay(app, links) else { continue }
                let name = sites[site].definition.name
                report(
                    .noWayIntoApp, at: loaded.places[name]?.place(of: app), path: "\(name).apps",
                    "no page can open `\(app.id)`: a button opens it on another host than the link's, and `\(name)` has none",
                    hint: "state `page_host`, a host that no app claims; without it another host of links will do",
                    example: example)
            }
        }
    }

    private mutating func clickWithoutWay(_ app: AppDefinition, _ links: [SiteLink]) -> RequestDraft? {
        for link in links {
            var draft = link.draft.installed(on: "ios")
            if draft.parameters.contains(where: { $0.name == "ibi" }) { draft.set("ibi", app.id) }
            guard let outcome = runner.decide(draft) else { return nil }
            if outcome.app == app.id, outcome.warnings.contains(.noWayIntoApp) { return draft }
        }
        return nil
    }

    /// `efr=1` leaves out the page that tries the app: where nobody knows that the app is there, it is taken as missing.
    func isForced(_ link: LinkDefinition) -> Bool {
        link.longLink.split(whereSeparator: { $0 == "?" || $0 == "&" }).contains("efr=1")
    }
}
