import ByteText
import Configuration
import Links
import Routing
import Rules

/// Checks `root` and `not_found`: addresses that the site rejects, and addresses that lead back here.
extension RuleLint {
    mutating func checkStrays() {
        for site in sites.map(\.definition) {
            guard let host = site.hosts.first else {
                for rule in [site.root, site.notFound].compactMap(\.self) { reportUnused(rule, site) }
                continue
            }
            if let rule = site.root { check(rule, RequestDraft(base: LinkShapes.linkBase(host)), site) }
            if let rule = site.notFound {
                check(rule, RequestDraft(base: LinkShapes.linkBase(host) + Self.unusedCode(of: site)), site)
            }
        }
    }

    private mutating func check(_ rule: RuleDefinition, _ click: RequestDraft, _ site: SiteDefinition) {
        guard case .continueRedirect(let to?) = rule.action.outcome, let outcome = runner.decide(click) else { return }
        guard outcome.rule == rule.id, let target = outcome.target else {
            guard let fault = outcome.fault, let hint = fault.code.targetHint else { return }
            return report(
                .refusedTarget, at: loaded.locations[rule.id], path: rule.id,
                "the site `\(site.name)` refuses its own address `\(to.text)`: \(fault.code.name)",
                hint: hint, example: click, .error)
        }
        guard let domain = linkDomain(of: target) else { return }
        report(
            .redirectLoop, at: loaded.locations[rule.id], path: rule.id,
            "`\(target)` is itself a link, below the link domain `\(domain)`",
            hint: "use an address that no site serves, or users may be redirected in a loop", example: click, .error)
    }

    /// The link domain, of any site, that contains an address.
    private func linkDomain(of address: String) -> String? {
        let parts = AddressParts(address)
        let place = (parts.host ?? "") + parts.path + "/"
        return sites.lazy.flatMap(\.definition.hosts).first { place.hasPrefix($0 + "/") }
    }

    private mutating func reportUnused(_ rule: RuleDefinition, _ site: SiteDefinition) {
        report(
            .unusedLink, at: loaded.locations[rule.id], path: rule.id,
            "the site `\(site.name)` has no link domain, so nothing leads to this address",
            hint: "list a link domain under `hosts`, or remove the key")
    }

    /// A code that no link in the site's file has.
    private static func unusedCode(of site: SiteDefinition) -> String {
        var code = "no-such-link"
        while site.links.contains(where: { $0.code == code }) { code += "-" }
        return code
    }
}
