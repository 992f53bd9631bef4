import Routing

/// Finds what two sites both claim.
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

    mutating func add(_ site: LocatedSite, log: DiagnosticLog) {
        let name = site.definition.name
        func claim(_ node: ConfigurationNode) -> Claim { Claim(site: name, node: node, log: log) }
        if let node = site.name, !name.isEmpty { names[name, default: []].append(claim(node)) }
        for node in site.hosts { if let host = node.textValue { hosts[host, default: []].append(claim(node)) } }
        for node in site.hosting { if let host = node.textValue { hosting[host, default: []].append(claim(node)) } }
        if let node = site.handler, let address = node.textValue { handlers[address, default: []].append(claim(node)) }
    }

    /// Tells every claim after the first, at its own place.
    func report() {
        report(names) { name, _, place in "a site `\(name)` is defined before, at \(place)" }
        report(hosts) { host, first, place in "the link domain `\(host)` belongs to the site `\(first)`, at \(place)" }
        report(handlers) { _, first, place in "this handler belongs to the site `\(first)`, at \(place)" }
        report(hosting) { host, first, place in "the host `\(host)` belongs to the site `\(first)`, at \(place)" }
    }

    private func report(_ claims: [String: [Claim]], _ message: (String, String, String) -> String) {
        for (text, claims) in claims {
            guard let first = claims.first else { continue }
            // The same host twice in one site is told by the site's own decoder.
            for claim in claims.dropFirst() where claim.log !== first.log {
                claim.log.error(.duplicate, claim.node, message(text, first.site, place(of: first)))
            }
        }
    }

    private func place(of claim: Claim) -> String {
        let file = claim.log.file?.name ?? claim.log.root
        return claim.node.mark.map { "\(file):\($0.line)" } ?? file
    }
}
