import Clicks
import Association
import Routing

/// Plans the examination of all hosts of the sites: the requests to each, and the responses that the rules determine.
struct HostPlanner {
    let ruleSet: RuleSet
    let front: FrontInMemory

    /// The plans in the order of the sites, one per host.
    func plans() -> [HostPlan] {
        var plans = Self.plans(of: ruleSet.sites)
        for site in ruleSet.sites {
            for (host, role, path) in Self.hosts(of: site) where role != .handler {
                guard let place = plans.firstIndex(where: { $0.host == host }), plans[place].click == nil else {
                    continue
                }
                plans[place].defers = site.deferred != nil && role != .page
                plans[place].click = click(on: host, candidates: ClickTargets.candidates(role, path, site))
            }
        }
        for index in plans.indices { plans[index].files = files(of: plans[index].host) }
        return plans
    }

    /// The hosts of sites with their roles, without expected responses.
    static func plans(of sites: [SiteDefinition]) -> [HostPlan] {
        var plans: [HostPlan] = []
        for site in sites {
            for (host, role, path) in hosts(of: site) {
                let place = plans.firstIndex { $0.host == host } ?? plans.endIndex
                if place == plans.endIndex { plans.append(HostPlan(host: host)) }
                if !plans[place].roles.contains(where: { $0 == (role, site.name) }) {
                    plans[place].roles.append((role, site.name))
                }
                if role == .handler { plans[place].handlerPath = path }
            }
        }
        return plans
    }

    /// A site's hosts in lower case, with the path prefix of its links or the path of the web widget.
    private static func hosts(of site: SiteDefinition) -> [(host: String, role: HostPlan.Role, path: String)] {
        var hosts: [(host: String, role: HostPlan.Role, path: String)] = []
        hosts += site.linkDomains.map { ($0.host, .links, $0.prefix) }
        hosts += site.hosting.map { ($0.lowercased(), .hosting, "/__/auth/links") }
        if let page = site.pageHost { hosts.append((page, .page, "")) }
        if let handler = site.handler {
            let address = LinkAddress(handler)
            hosts.append((address.host, .handler, address.path))
        }
        return hosts
    }

    private func files(of host: String) -> HostPlan.Files? {
        let name = Array(host.utf8)
        return ruleSet.association(of: name.span).map {
            HostPlan.Files(apple: $0.apple, android: $0.android, harmony: $0.harmony)
        }
    }

    /// The most informative click: preferably one with different targets for phones and computers, else any redirect.
    private func click(on host: String, candidates: [String]) -> HostPlan.Click? {
        let clicks = candidates.compactMap { answers(host, $0) }
        return clicks.first { $0.android.isRedirect && !$0.android.leadsAs($0.desktop) }
            ?? clicks.first { $0.android.isRedirect } ?? clicks.last
    }

    private func answers(_ host: String, _ target: String) -> HostPlan.Click? {
        func answer(_ agent: String?, host: String) -> FrontAnswer? {
            front.answer(FrontRequest(host: host, target: target, fields: agent.map { ["User-Agent": $0] } ?? [:]))
        }
        guard let android = answer(Agent.android, host: host), let desktop = answer(Agent.windows, host: host),
            let anonymous = answer(nil, host: host), let elsewhere = answer(Agent.android, host: Forgery.host)
        else { return nil }
        return HostPlan.Click(
            target: target, android: android, desktop: desktop, anonymous: anonymous, elsewhere: elsewhere)
    }
}

extension FrontAnswer {
    fileprivate var isRedirect: Bool { (300..<400).contains(status) }
}

/// The user agents of the requests.
enum Agent {
    static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
    static let windows =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
    /// Apple's server, which fetches the file on behalf of phones.
    static let apple = "AASA-Bot/1.0.0"
    /// Google's server.
    static let google = "Mozilla/5.0 (compatible; Google-Asset-Links)"
}

/// Clicks that can be tried on a host without using a real link: they are not counted, and their codes are unassigned.
enum ClickTargets {
    static func candidates(_ role: HostPlan.Role, _ path: String, _ site: SiteDefinition) -> [String] {
        switch role {
        case .links:
            return site.links.prefix(20).map { "\(path)/\($0.code)" } + [longLink(path, site)].compactMap { $0 }
                + ["\(path)/\(Forgery.code)none"]
        case .hosting:
            guard let handler = site.handler else { return [path] }
            let action = "\(handler)?mode=verifyEmail&oobCode=fingerpost-doctor&apiKey=fingerpost-doctor"
            return ["\(path)?link=\(encoded(action))"]
        case .page, .handler: return ["/robots.txt"]
        }
    }

    /// A long link to a page that the site allows.
    private static func longLink(_ path: String, _ site: SiteDefinition) -> String? {
        let domain = site.authorizedDomains.first { $0 != "localhost" && !$0.hasPrefix("*") && !$0.hasPrefix("127.") }
        guard let domain = domain ?? site.handler.map({ LinkAddress($0).host }) else { return nil }
        var target = "\(path)/?link=\(encoded("https://\(domain)/"))"
        if let app = site.apps.first(where: { $0.store == .android }) { target += "&apn=\(app.id)" }
        if let app = site.apps.first(where: { $0.store == .ios }) { target += "&ibi=\(app.id)" }
        return target
    }

    /// A query value with all but unreserved characters percent-encoded (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
