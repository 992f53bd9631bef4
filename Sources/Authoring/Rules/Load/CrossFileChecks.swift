import ByteText
import Configuration
import Routing

/// Finds conflicting claims of two sites, and web widgets on hosts that this daemon serves.
struct CrossFileChecks {
    private struct Claim {
        var site: String
        var node: ConfigurationNode
        var log: DiagnosticLog
    }

    private var names: [String: [Claim]] = [:]
    private var hosts: [String: [Claim]] = [:]
    private var hosting: [String: [Claim]] = [:]
    private var handlers: [String: [Claim]] = [:]
    private var pageHosts = PageHostCheck()
    /// The alternative services of sites, by host without a path.
    private var alternatives: [String: [Claim]] = [:]

    mutating func add(_ site: LocatedSite, log: DiagnosticLog) {
        let name = site.definition.name
        func claim(_ node: ConfigurationNode) -> Claim { Claim(site: name, node: node, log: log) }
        if let node = site.name, !name.isEmpty { names[name, default: []].append(claim(node)) }
        for node in site.hosts { if let host = node.textValue { hosts[host, default: []].append(claim(node)) } }
        for node in site.hosting { if let host = node.textValue { hosting[host, default: []].append(claim(node)) } }
        pageHosts.add(site, log)
        if let node = site.alternatives {
            for host in Set(site.definition.linkDomains.map(\.host)) {
                alternatives[host, default: []].append(claim(node))
            }
        }
        if let node = site.handler, let address = node.textValue { handlers[address, default: []].append(claim(node)) }
    }

    /// Reports every claim after the first, each at its own place.
    func report() {
        warnOfOwnHandlers()
        reportAlternatives()
        pageHosts.report()
        report(names) { name, _, place in "the site `\(name)` is already defined at \(place)" }
        report(hosts) { host, first, place in
            "the link domain `\(host)` already belongs to the site `\(first)`, at \(place)"
        }
        report(
            handlers,
            hint:
                "one site has a project's web widget; leave `handler` out of the other sites (fingerpost init --handler none)"
        ) { _, first, place in "this handler already belongs to the site `\(first)`, at \(place)" }
        report(hosting) { host, first, place in "the host `\(host)` already belongs to the site `\(first)`, at \(place)"
        }
    }

    /// An alternative service applies to the whole host, regardless of the site that a path belongs to.
    private func reportAlternatives() {
        for (host, claims) in alternatives.sorted(by: { $0.key < $1.key }) {
            guard let first = claims.first else { continue }
            for claim in claims.dropFirst() where claim.node.textValue != first.node.textValue {
                claim.log.error(
                    .duplicate, claim.node,
                    "the site `\(first.site)`, at \(place(of: first)), sets other alternatives for `\(host)`",
                    hint: "set the same for both: they apply to the host, not to its paths")
            }
        }
    }

    /// A click on such a widget's address leads back to the same address, so the front can't serve it.
    private func warnOfOwnHandlers() {
        let own = Set(hosting.keys).union(hosts.keys.compactMap { AddressParts(hostOrURL: $0).host })
        for claims in handlers.values {
            for claim in claims {
                guard let host = claim.node.textValue.flatMap({ AddressParts($0).host }), own.contains(host) else {
                    continue
                }
                claim.log.warning(
                    .ownHandler, claim.node, "the web widget is on `\(host)`, which is also a host of this site",
                    hint: "Fingerpost answers 421 at the widget's own address; put the widget on a separate host")
            }
        }
    }

    private func report(
        _ claims: [String: [Claim]], hint: String? = nil, _ message: (String, String, String) -> String
    ) {
        for (text, claims) in claims {
            guard let first = claims.first else { continue }
            // The decoder of a site reports a host that the site names twice.
            for claim in claims.dropFirst() where claim.log !== first.log {
                claim.log.error(.duplicate, claim.node, message(text, first.site, place(of: first)), hint: hint)
            }
        }
    }

    private func place(of claim: Claim) -> String {
        let file = claim.log.file?.name ?? claim.log.root
        return claim.node.mark.map { "\(file):\($0.line)" } ?? file
    }
}
