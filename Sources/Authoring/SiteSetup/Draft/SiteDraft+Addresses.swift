import ByteText
import Links
import Routing

/// Hosts, the web widget, and allowed targets.
extension SiteDraft {
    /// Firebase's domain for Dynamic Links, shut down in August 2025.
    private static let closedDomain = ".page.link"

    mutating func setHosts() {
        site.hosting = statements.values[.hosting] ?? []
        if let stated = statements.values[.host] {
            site.hosts = stated
            return
        }
        guard let export = facts.export else { return }
        for (domain, count) in ExportSummary.ranked(export.domains) {
            let host = domain.prefix { $0 != "/" }
            if host.hasSuffix(Self.closedDomain) {
                remarks.append(
                    "\(domain) (\(counted(count, "link"))) was Google's and is shut down: move its links to your own domain with `fingerpost link import --domain`"
                )
            } else if let checked = checked(domain, .host, exportName), !site.hosts.contains(checked) {
                site.hosts.append(checked)
                origins[.hosts] = exportName
            }
        }
    }

    private var exportName: String { facts.exports.joined(separator: ", ") }

    /// The project of the first file with a valid one.
    mutating func project() -> SourceFacts.Statement<String>? {
        var chosen: SourceFacts.Statement<String>?
        for project in facts.projects {
            let isValid =
                !project.value.isEmpty
                && project.value.utf8.allSatisfy { byte in
                    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
                }
            if !isValid {
                remarks.append("\(project.source): left out: `\(project.value)` is not a project ID")
            } else if let chosen {
                if chosen.value != project.value {
                    remarks.append(
                        "the files disagree on the project: \(chosen.source) has \(chosen.value), \(project.source) has \(project.value); used \(chosen.value)"
                    )
                }
            } else {
                chosen = project
            }
        }
        return chosen
    }

    mutating func setHandler(_ project: SourceFacts.Statement<String>?) {
        let stated = statements[.handler]
        site.handler = stated == Datum.noHandler ? nil : stated
        if stated == nil, let project {
            site.handler = checked(
                "https://\(project.value).firebaseapp.com/__/auth/action", .handler, project.source)
            origins[.handler] = project.source
        }
        if site.handler != nil { site.mobileLinks = site.hosting.isEmpty ? .fdl : .hosting }
    }

    mutating func setDomains(_ project: SourceFacts.Statement<String>?) {
        site.authorizedDomains = statements.values[.authorizedDomain] ?? []
        guard let project else { return }
        for domain in [".web.app", ".firebaseapp.com"].map({ project.value + $0 }) {
            if !site.authorizedDomains.contains(domain), let domain = checked(domain, .authorizedDomain, project.source)
            {
                site.authorizedDomains.append(domain)
            }
        }
    }

    /// Allows the target hosts of the exported links by patterns. Authorized domains would also allow continue URLs,
    /// which these hosts may not be meant for.
    mutating func setPatterns() {
        guard let export = facts.export, !export.payloadHosts.isEmpty else { return }
        let ranked = ExportSummary.ranked(export.payloadHosts)
        var hosts = ranked.prefix(Self.hostLimit).map(\.0)
        let rest = ranked.dropFirst(Self.hostLimit)
        if !rest.isEmpty {
            remarks.append(
                "\(counted(rest.reduce(0) { $0 + $1.1 }, "link")) lead to \(counted(rest.count, "more host")), which url_patterns does not allow"
            )
        }
        remarks.append(
            "url_patterns allows every link to lead to any address of \(hosts.prefix(5).joined(separator: ", "))\(hosts.count > 5 ? " and \(hosts.count - 5) more hosts" : ""): remove hosts that you no longer own"
        )
        let stated = (statements.values[.authorizedDomain] ?? []).filter { !$0.hasPrefix("*") }
        hosts += stated.filter { !hosts.contains($0) }
        let lists = hosts.count <= URLPolicyDefinition.maximumPatterns ? hosts.map { [$0] } : [hosts]
        site.urlPolicy = .patterns(lists.map(Self.pattern))
        origins[.urlPatterns] = exportName
        webPage = hosts.first.map { "https://\($0)/" }
    }

    private static let hostLimit = 50

    /// The pattern of all https addresses on these hosts.
    private static func pattern(_ hosts: [String]) -> String {
        let names = hosts.map { host in host.map { "[].\\".contains($0) ? "\\\($0)" : String($0) }.joined() }
        return "^https://" + (names.count == 1 ? names[0] : "(" + names.joined(separator: "|") + ")") + "([/?]|$)"
    }

    mutating func setWebPage() {
        guard webPage == nil else { return }
        let domain = site.authorizedDomains.first { $0 != "localhost" }
        webPage = domain.map { "https://" + ($0.hasPrefix("*.") ? "www" + $0.dropFirst() : $0) + "/" }
    }

    mutating func setPageHost() {
        if let stated = statements[.pageHost] {
            site.pageHost = stated
            return
        }
        guard site.apps.contains(where: { $0.store == .ios }) else { return }
        site.pageHost = PageHostProposal.host(for: site)
        origins[.pageHost] =
            site.pageHost == nil ? nil : "proposed; any host that no association file claims is suitable"
    }

    /// The project ID, or the registered name of the first host.
    mutating func proposedName(_ project: SourceFacts.Statement<String>?) -> String {
        let host = site.linkHosts.first.map(PageHostProposal.domain)
        let candidates = [project?.value, host?.split(separator: ".").first.map(String.init)].compactMap { $0 }
        return candidates.first { (try? Datum.name.checked($0)) != nil } ?? "site"
    }
}

extension SiteDraft {
    /// The contradiction in the site, or `nil` if there is none: a page host that is also a link host, mail links
    /// without a web widget, or a certificate of an app that is not part of the site.
    public var conflict: SetupFault? {
        if !site.hosting.isEmpty, statements[.handler] == Datum.noHandler {
            return SetupFault(
                "--handler none: links on \(site.hosting[0]) lead to the web widget; set its address, or leave --hosting out"
            )
        }
        let packages = site.apps.filter { $0.store == .android }.map(\.id)
        let named = statements.statedFingerprints.compactMap(\.package)
        if let other = named.first(where: { !packages.contains($0) }) {
            let known = packages.isEmpty ? "it has none" : "its apps are \(packages.joined(separator: ", "))"
            return SetupFault("--sha256: `\(other)` is not an Android app of this site; \(known)")
        }
        guard let host = site.pageHost, site.answers(for: host) else { return nil }
        return SetupFault(
            "\(Datum.pageHost.flag): `\(host)` is a host of the site's links or of its web widget; choose another one, such as \(PageHostProposal.host(for: site) ?? "open.example.com")"
        )
    }
}
