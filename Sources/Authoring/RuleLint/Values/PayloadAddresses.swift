import ByteText
import Routing

/// The addresses that a site's links can lead to, as far as they are certain.
struct PayloadAddresses {
    private let site: SiteDefinition
    private let hosts: SiteHosts

    init(_ site: SiteDefinition) {
        self.site = site
        hosts = SiteHosts([site])
    }

    /// Whether a payload may be, or begin with, a text. Returns `true` if in doubt.
    func canBe(_ text: String, _ comparison: FactValues.Comparison) -> Bool {
        let text = text.lowercased()
        let parts = AddressParts(text)
        guard let scheme = parts.scheme, let host = parts.host else {
            return comparison == .starts && ["https://", "http://"].contains { $0.hasPrefix(text) }
        }
        guard parts.isWeb, parts.userInfo == nil else { return false }
        if case .any = site.urlPolicy { return true }
        // Whether an address on this machine is allowed depends on the daemon's options.
        if host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host.hasPrefix("[") {
            return true
        }
        if case .patterns(let patterns) = site.urlPolicy, patterns.contains(where: { mayMatch($0, text, comparison) }) {
            return true
        }
        let mayBeHTTP = site.options.httpContinueURLs || site.handler?.hasPrefix("http:") ?? false
        if scheme == "http", !mayBeHTTP { return false }
        let isWhole = comparison == .equals || text != "\(scheme)://\(host)"
        return hosts.canBe(host, isWhole ? .equals : .starts)
    }

    /// Whether one of the site's patterns may match addresses that begin with a text. Returns `true` if in doubt.
    func mayMatchPattern(_ start: String) -> Bool {
        guard case .patterns(let patterns) = site.urlPolicy else { return false }
        return patterns.contains { mayMatch($0, start.lowercased(), .starts) }
    }

    /// Whether a pattern may match an address, judging by the pattern's literal prefix.
    private func mayMatch(_ pattern: String, _ text: String, _ comparison: FactValues.Comparison) -> Bool {
        guard let start = LiteralStart(of: pattern)?.text.lowercased() else { return true }
        return [text, Self.withSlash(text)].contains { text in
            text.hasPrefix(start) || comparison == .starts && start.hasPrefix(text)
        }
    }

    /// Patterns are also matched against an address with a slash for an empty path.
    private static func withSlash(_ text: String) -> String {
        var parts = AddressParts(text)
        guard parts.path.isEmpty, parts.query != nil || parts.fragment != nil else { return text }
        parts.path = "/"
        return parts.text
    }
}

/// The literal prefix of everything that an anchored pattern matches.
struct LiteralStart {
    let text: String

    /// Returns `nil` if alternatives, flags or a missing anchor leave the prefix undetermined.
    init?(of pattern: String) {
        guard pattern.hasPrefix("^"), !pattern.contains("|"), !pattern.contains("(?"), !pattern.contains("\\Q") else {
            return nil
        }
        var literal = ""
        var rest = pattern.dropFirst()
        while let character = rest.popFirst() {
            var character = character
            if character == "\\" {
                guard let escaped = rest.popFirst(), !escaped.isLetter, !escaped.isNumber else { break }
                character = escaped
            } else if ".[]()$*+?{}^".contains(character) {
                break
            }
            // An optional character is not part of it.
            if let next = rest.first, "*?{".contains(next) { break }
            literal.append(character)
        }
        text = literal
    }
}
