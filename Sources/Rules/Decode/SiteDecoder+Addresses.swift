import RE2
import Routing

/// Hosts, domains, URL patterns and short links of a site.
extension SiteDecoder {
    /// A text that passes a check, or nil with the fault told.
    func checked(_ node: ConfigurationNode?, _ fault: (String) -> String?) -> String? {
        guard let node, let text = log.text(node) else { return nil }
        if let fault = fault(text) {
            log.error(.invalidValue, node, fault)
            return nil
        }
        return text
    }

    /// Texts that pass a check, each once.
    func distinct(_ nodes: [ConfigurationNode], _ what: String, _ fault: (String) -> String?) -> [String] {
        var seen: [String] = []
        for node in nodes {
            guard let text = checked(node, fault) else { continue }
            if seen.contains(text) {
                log.error(.duplicate, node, "the \(what) `\(text)` stands here twice", hint: "keep one of them")
            } else {
                seen.append(text)
            }
        }
        return seen
    }

    func urlPolicy(_ node: ConfigurationNode) -> URLPolicyDefinition {
        if let text = node.textValue {
            if text == "any" { return .any }
            log.error(
                .wrongType, node, "`\(text)` is no list of patterns", expected: "`any` or a list",
                hint: "put the pattern in brackets")
            return .authorizedDomains
        }
        let nodes = log.list(node)
        let maximum = URLPolicyDefinition.maximumPatterns
        if nodes.count > maximum {
            log.error(
                .tooManyURLPatterns, nodes[maximum],
                "a site has at most \(maximum) URL patterns; here are \(nodes.count)",
                hint: "join some of them with `|`")
        }
        return .patterns(nodes.compactMap(pattern))
    }

    private func pattern(_ node: ConfigurationNode) -> String? {
        guard let pattern = log.text(node) else { return nil }
        if let fault = PatternCheck.fault(in: pattern) {
            let message = "RE2 doesn't accept this pattern: \(fault.message)"
            if let offset = fault.offset {
                log.add(.error, .urlPattern, in: node, offset: offset, count: 1, message)
            } else {
                log.error(.urlPattern, node, message)
            }
            return nil
        }
        if pattern.isEmpty {
            log.error(.urlPattern, node, "an empty pattern matches every URL", hint: "`url_patterns: any` says that")
            return nil
        }
        if !pattern.hasPrefix("^") {
            log.warning(
                .unanchoredPattern, node, "a pattern without `^` matches anywhere in a URL, in its query too",
                hint: "start it with `^https://`")
        }
        return pattern
    }

    func links(_ node: ConfigurationNode?) -> [LinkDefinition] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            log.error(.wrongType, node, "links can't be \(node.kind)", expected: "a mapping from codes to long links")
            return []
        }
        var links: [LinkDefinition] = []
        for entry in entries {
            guard let link = link(entry) else { continue }
            if links.contains(where: { $0.code == link.code }) {
                log.error(
                    .duplicateKey, entry.key, "the code `\(link.code)` stands here twice", hint: "keep one of them")
            } else {
                links.append(link)
            }
        }
        return links
    }

    /// Paths that are answered before a code is looked for.
    private static let reservedCodes: Set = ["robots.txt", "favicon.ico", "apple-app-site-association", "__", "_fp"]

    private func link(_ entry: ConfigurationNode.Entry) -> LinkDefinition? {
        let code = entry.name
        if code.isEmpty || !code.utf8.allSatisfy(HostName.isUnreserved) || code.hasPrefix(".") {
            log.error(.invalidValue, entry.key, "`\(code)` is no code", expected: "letters, digits, `-`, `_`, `.`, `~`")
            return nil
        }
        if Self.reservedCodes.contains(code) {
            log.error(.invalidValue, entry.key, "the code `\(code)` is reserved: its address is answered otherwise")
            return nil
        }
        let longLink = checked(entry.value) { text in
            text.hasPrefix("https://") || text.hasPrefix("http://")
                ? nil : "a long link is a whole URL: `https://…?link=…`"
        }
        return longLink.map { LinkDefinition(code: code, longLink: $0) }
    }
}
