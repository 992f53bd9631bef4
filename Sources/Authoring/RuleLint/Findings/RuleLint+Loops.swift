import ByteText
import Configuration
import Routing
import Rules

/// Targets on the site's own hosts: they loop, or the system does not hand them to an app.
extension RuleLint {
    /// Browsers give up after about 20 redirects. No intended chain is half that long.
    private static let hopLimit = 8

    mutating func findLoops() {
        for rule in rules where rule.definition.action.targets.contains(where: leadsHome) {
            guard rule.cubes != nil, !lacksRequests(.rule(rule.id), "whether it redirects in a loop") else {
                continue
            }
            if !findLoop(of: rule), !findSameHost(of: rule) { findWayHome(of: rule) }
        }
        findLoopsOfLinks()
    }

    /// The link hosts of all sites.
    private var ownHosts: Set<String> {
        Set(sites.flatMap(\.definition.linkHosts))
    }

    private func leadsHome(_ template: Template) -> Bool {
        guard case .literal(let text)? = template.segments.first else { return false }
        return ownHosts.contains(Self.host(of: text))
    }

    private static func host(of address: String) -> String { AddressParts(address).host ?? "" }

    private mutating func findLoop(of rule: LintRule) -> Bool {
        let runner = runner
        let example = example(in: reachable(rule), ofAny: sites(of: rule)) { draft in
            guard let path = Self.path(of: draft, runner) else { return false }
            return path.rules.contains(rule.id)
        }
        guard let example, let path = Self.path(of: example, runner) else { return false }
        report(
            .redirectLoop, rule, "`\(rule.name)` redirects in a loop: \(path.links.joined(separator: " → "))",
            hint: "redirect to an address that no site serves", example: example)
        return true
    }

    private mutating func example(
        in cubes: [Cube], ofAny sites: [Int], confirms: (RequestDraft) -> Bool
    ) -> RequestDraft? {
        for site in sites.prefix(4) {
            if let found = example(in: cubes, of: site, confirms: confirms) { return found }
        }
        return nil
    }

    /// The path of a click through plain redirects if it loops, or `nil` if it ends.
    private static func path(of draft: RequestDraft, _ runner: RequestRunner) -> (links: [String], rules: [String])? {
        var click = draft
        var links = [draft.link]
        var rules: [String] = []
        // A request that exists only to continue a link is not one that a browser would be redirected to.
        var visited: Set<String> = draft.stage == nil && draft.settings == nil ? [draft.link] : []
        for _ in 0..<hopLimit {
            guard let outcome = runner.decide(click), outcome.kind == .continueRedirect, outcome.page == nil,
                let target = outcome.target
            else { return nil }
            rules.append(outcome.rule ?? "")
            links.append(target)
            if !visited.insert(target).inserted { return (links, rules) }
            // The next click has the facts of the first one, except those from the mail.
            click.base = target
            click.parameters = []
            click.stage = nil
            click.settings = nil
        }
        return nil
    }

    /// Reports a redirect to another link on the requested host.
    private mutating func findSameHost(of rule: LintRule) -> Bool {
        guard sites(of: rule).contains(where: { !sites[$0].definition.apps.isEmpty }) else { return false }
        let runner = runner
        let example = example(in: reachable(rule), ofAny: sites(of: rule)) { draft in
            guard let outcome = runner.decide(draft), outcome.rule == rule.id, outcome.page == nil,
                outcome.kind == .continueRedirect, let target = outcome.target
            else { return false }
            return Self.host(of: target) == Self.host(of: draft.base)
        }
        guard let example else { return false }
        report(
            .sameHost, rule, "`\(rule.name)` redirects to a link on the same host, which opens no app",
            hint: "devices open apps only for taps that lead to another domain: use another host, or `app_open`",
            example: example)
        return true
    }

    /// Reports a target on an own host if no example was found, since its final destination is unknown.
    private mutating func findWayHome(of rule: LintRule) {
        guard let target = rule.definition.action.targets.first(where: leadsHome) else { return }
        let (runner, hosts) = (runner, ownHosts)
        let isSeen = example(in: reachable(rule), ofAny: sites(of: rule)) { draft in
            guard let outcome = runner.decide(draft), outcome.rule == rule.id, outcome.fault == nil else {
                return false
            }
            return outcome.kind == .continueRedirect
                && outcome.target.map { hosts.contains(Self.host(of: $0)) } ?? false
        }
        guard isSeen == nil else { return }
        report(
            .redirectLoop, rule,
            "`\(rule.name)` redirects back to the host of a site, `\(target.text)`\(Self.grounds(nil))",
            hint: "redirect to an address that no site serves")
    }

    private mutating func findLoopsOfLinks() {
        for site in sites.map(\.definition) {
            for link in site.links.prefix(Self.linkLimit) {
                guard let host = site.hosts.first else { continue }
                let draft = RequestDraft(base: LinkShapes.linkBase(host) + link.code)
                guard let path = Self.path(of: draft, runner) else { continue }
                report(
                    .redirectLoop, at: loaded.places[site.name]?.links[link.code],
                    path: "\(site.name).links.\(link.code)",
                    "the short link `\(link.code)` redirects in a loop: \(path.links.joined(separator: " → "))",
                    example: draft)
            }
        }
    }
}
