import ByteText
import Configuration
import Routing
import Rules

/// Apple apps that no page can open, and links that send users who have the app to the store.
extension RuleLint {
    /// Based on the evaluator's warning for a click: no page on another host has a button with the link, and the site
    /// allows no custom scheme.
    mutating func findAppsWithoutWay() {
        for site in sites.indices where sites[site].definition.apps.contains(where: { $0.store == .ios }) {
            let links = SiteLink.links(of: sites[site], queries: rules(of: site).compactMap { rules[$0].formula })
            for app in sites[site].definition.apps where app.store == .ios && app.team != nil {
                let clicks = clicksWithoutWay(app, links, site)
                guard let click = clicks.first(where: { $0.reason == .noOtherHost }) ?? clicks.first else { continue }
                let name = sites[site].definition.name
                let (message, hint) = click.reason.texts(app, of: name)
                report(
                    .noWayIntoApp, at: loaded.places[name]?.place(of: app), path: "\(name).apps", message, hint: hint,
                    example: click.draft)
            }
        }
    }

    private mutating func clicksWithoutWay(_ app: AppDefinition, _ links: [SiteLink], _ site: Int) -> [ClickWithoutWay]
    {
        var clicks: [ClickWithoutWay] = []
        for link in links {
            var draft = link.draft.installed(on: "ios")
            if draft.parameters.contains(where: { $0.name == "ibi" }) { draft.set("ibi", app.id) }
            guard let outcome = runner.decide(draft) else { return [] }
            guard outcome.app == app.id, outcome.warnings.contains(.noWayIntoApp) else { continue }
            clicks.append(ClickWithoutWay(draft: draft, reason: reason(outcome, draft, app, site)))
        }
        return clicks
    }

    private func reason(
        _ outcome: RequestRunner.Outcome, _ draft: RequestDraft, _ app: AppDefinition, _ site: Int
    ) -> ClickWithoutWay.Reason {
        let rule = outcome.rule.flatMap { id in rules.first { $0.id == id } }
        let definition = sites[site].definition
        let hosts = Set(definition.linkHosts)
        let hasHost = definition.pageHost != nil || hosts.count > 1
        guard outcome.page == .interstitial else { return .noPage(rule: String(rule?.name ?? ""), hasHost: hasHost) }
        let hasScheme = app.customScheme != nil
        if case .appOpen(_, _?, _, _)? = rule?.definition.action.outcome {
            return .ownAddress(rule: String(rule?.name ?? ""), hasScheme: hasScheme)
        }
        let host = AddressParts(draft.base).host ?? draft.base
        return hosts.contains(host) && !hasHost ? .noOtherHost : .unclaimedLink(host: host, hasScheme: hasScheme)
    }

    /// `efr=1` skips the page that tries the app: unless the app is known to be installed, it is treated as missing.
    func isForced(_ link: LinkDefinition) -> Bool {
        link.longLink.split(whereSeparator: { $0 == "?" || $0 == "&" }).contains("efr=1")
    }
}

/// A click for which the evaluator found no way to open an Apple app.
private struct ClickWithoutWay {
    enum Reason: Equatable {
        /// The page would be on the link's own host.
        case noOtherHost
        /// Without a page, only the custom scheme is left, which receives no one-time codes.
        case noPage(rule: String, hasHost: Bool)
        /// The rule opens an address other than the link.
        case ownAddress(rule: String, hasScheme: Bool)
        /// No association file claims links of the host.
        case unclaimedLink(host: String, hasScheme: Bool)
    }

    var draft: RequestDraft
    var reason: Reason
}

extension ClickWithoutWay.Reason {
    func texts(_ app: AppDefinition, of site: String) -> (message: String, hint: String) {
        switch self {
        case .noOtherHost:
            (
                "no page can open `\(app.id)`: a button opens it on another host than the link's, and `\(site)` has none",
                "set `page_host` to a host that no app claims, or add another link host"
            )
        case .noPage(let rule, let hasHost):
            (
                "`\(rule)` does not open `\(app.id)` for links with one-time codes: these do not go into a custom scheme, and there is no page with a button",
                "add `page: interstitial` to the rule" + (hasHost ? "" : ", and `page_host` to the site")
            )
        case .ownAddress(let rule, let hasScheme):
            (
                "the page of `\(rule)` cannot open `\(app.id)`: a button opens the link itself, and the rule opens another address",
                "leave `url` out of the rule, or \(Self.remedy(hasScheme))"
            )
        case .unclaimedLink(let host, let hasScheme):
            (
                "no page can open `\(app.id)` for links of `\(host)`: no association file claims them",
                "send links of `hosts` or `hosting`, or \(Self.remedy(hasScheme))"
            )
        }
    }

    /// If the app has a scheme, only links with one-time codes are affected.
    private static func remedy(_ hasScheme: Bool) -> String {
        hasScheme
            ? "allow one-time codes in the custom scheme: `options: {custom_scheme_codes: true}`"
            : "set the app's `custom_scheme`"
    }
}
