import ByteText
import Configuration
import Links
import RE2
import Routing

/// Hosts, domains, URL patterns and short links of a site.
extension SiteDecoder {
    /// A text that passes a check, or `nil` with an error for any other.
    func checked(_ node: ConfigurationNode?, _ fault: (String) -> String?) -> String? {
        guard let node, let text = log.text(node) else { return nil }
        if let fault = fault(text) {
            log.error(.invalidValue, node, fault)
            return nil
        }
        return text
    }

    /// Texts that pass a check, without duplicates.
    func distinct(_ nodes: [ConfigurationNode], _ what: String, _ fault: (String) -> String?) -> [String] {
        var seen: Set<String> = []
        return nodes.compactMap { node in
            guard let text = checked(node, fault) else { return nil }
            if seen.insert(text).inserted { return text }
            log.error(.duplicate, node, "the \(what) `\(text)` appears twice", hint: "remove one of them")
            return nil
        }
    }

    func urlPolicy(_ node: ConfigurationNode) -> URLPolicyDefinition {
        if let text = node.textValue {
            if text == "any" { return .any }
            log.error(
                .wrongType, node, "`\(text)` is not a list of patterns", expected: "`any` or a list",
                hint: "put the pattern in brackets")
            return .authorizedDomains
        }
        let nodes = log.list(node)
        let maximum = URLPolicyDefinition.maximumPatterns
        if nodes.count > maximum {
            log.error(
                .tooManyURLPatterns, nodes[maximum],
                "a site can have at most \(maximum) URL patterns, not \(nodes.count)",
                hint: "combine some of them with `|`")
        }
        return .patterns(nodes.compactMap(pattern))
    }

    /// RE2's error for a pattern, or `nil` if it is valid.
    private static func fault(in pattern: String) -> RE2Fault? {
        do {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error
        }
    }

    private func pattern(_ node: ConfigurationNode) -> String? {
        guard let pattern = log.text(node) else { return nil }
        if let fault = Self.fault(in: pattern) {
            let message = "not a valid RE2 pattern: \(fault.message)"
            // An offset of 0 refers to the whole pattern.
            if let offset = fault.offset, offset > 0 {
                log.add(.error, .urlPattern, in: node, offset: offset, count: 1, message)
            } else {
                log.error(.urlPattern, node, message)
            }
            return nil
        }
        if pattern.isEmpty {
            log.error(
                .urlPattern, node, "an empty pattern matches every URL",
                hint: "write `url_patterns: any` if that is intended")
            return nil
        }
        if !pattern.hasPrefix("^") {
            log.warning(
                .unanchoredPattern, node, "a pattern without `^` matches anywhere in a URL, even in its query",
                hint: "start it with `^https://`")
        }
        if let looseness = PatternLooseness(of: pattern) {
            log.add(
                looseness.severity, .loosePattern, in: node, offset: looseness.offset, count: looseness.count,
                looseness.message, hint: looseness.hint)
        }
        return pattern
    }

    func links(_ node: ConfigurationNode?, _ codeCase: CodeCase) -> [LinkDefinition] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            log.error(.wrongType, node, "`links` can't be \(node.kind)", expected: "a mapping from codes to long links")
            return []
        }
        var codes: Set<String> = []
        return entries.compactMap { entry in
            guard let link = link(entry) else { return nil }
            if codes.insert(codeCase == .exact ? link.code : link.code.lowercased()).inserted { return link }
            if entries.count(where: { $0.name == link.code }) == 1 {
                log.error(
                    .duplicateKey, entry.key, "another code differs from `\(link.code)` only in case",
                    hint: "remove one of them, or `codes: any_case`")
                return nil
            }
            log.error(.duplicateKey, entry.key, "the code `\(link.code)` appears twice", hint: "remove one of them")
            return nil
        }
    }

    /// Paths that are served before codes are looked up.
    private static let reservedCodes: Set = [
        "robots.txt", "favicon.ico", "apple-app-site-association", "__", "_fp", "qr.svg", "qr.png",
    ]

    private func link(_ entry: ConfigurationNode.Entry) -> LinkDefinition? {
        let code = entry.name
        if code.isEmpty || !code.utf8.allSatisfy(\.isUnreserved) || code.hasPrefix(".") {
            log.error(
                .invalidValue, entry.key, "`\(code)` is not a valid code",
                expected: "letters, digits, `-`, `_`, `.`, `~`")
            return nil
        }
        if Self.reservedCodes.contains(code) {
            log.error(.invalidValue, entry.key, "the code `\(code)` is reserved: its address has another use")
            return nil
        }
        let longLink = checked(entry.value, AddressCheck.longLinkFault)
        return longLink.map { LinkDefinition(code: code, longLink: $0) }
    }
}

/// The query parameters of a click that are passed on to the target (`pass_parameters`).
extension SiteDecoder {
    /// Parameter names, or prefixes followed by `*`, without duplicates.
    func passedParameters(_ nodes: [ConfigurationNode]) -> [String] {
        distinct(nodes, "parameter", Self.fault(ofPassed:))
    }

    private static func fault(ofPassed name: String) -> String? {
        let stem = name.hasSuffix("*") ? name.dropLast() : name[...]
        guard !stem.isEmpty, stem.utf8.count <= 64, stem.utf8.allSatisfy(\.isUnreserved) else {
            return
                "`\(name)` is not the name of a parameter: letters, digits, `-`, `.`, `_`, `~`, optionally followed by `*`"
        }
        let bytes = Array(stem.utf8)
        guard LinkParameter.isPassedThrough(bytes.span) else {
            return "`\(name)` has a meaning in links and can't be passed on"
        }
        return nil
    }
}
