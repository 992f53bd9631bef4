import ByteText

/// A change to a site's file that allows its links to lead to one more host.
///
/// The value replaces the key's value and keeps the targets that are already allowed. It allows every link to lead to
/// every address of the host, even after the host has changed hands.
public struct TargetAllowance: Sendable, Equatable {
    /// `authorized_domains` or `url_patterns`.
    public var key: String
    /// The entries of the list.
    public var value: [String]

    /// The key and its value, as a line of the site's file.
    public var line: String {
        "\(key): [" + value.map { $0.allSatisfy(Self.isPlain) ? $0 : "'\($0)'" }.joined(separator: ", ") + "]"
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "." || character == "-")
    }
}

extension SiteDefinition {
    /// The change that allows links to lead to an origin; `nil` if they may lead anywhere, or if no pattern can be
    /// added.
    ///
    /// - Parameter origin: The scheme, host and port of an address: `https://www.example.com`.
    public func allowance(of origin: String) -> TargetAllowance? {
        let pattern = "^" + Self.escaped(origin) + "/"
        switch urlPolicy {
        case .any: return nil
        case .authorizedDomains where origin.hasPrefix("https:"):
            let host = AddressParts(origin).host ?? ""
            return TargetAllowance(key: "authorized_domains", value: authorizedDomains + [host])
        case .authorizedDomains:
            // Patterns replace the domains.
            return TargetAllowance(key: "url_patterns", value: [patternOfDomains, pattern].compactMap(\.self))
        case .patterns(let patterns):
            guard patterns.count < URLPolicyDefinition.maximumPatterns else { return nil }
            return TargetAllowance(key: "url_patterns", value: patterns + [pattern])
        }
    }

    /// A pattern equivalent to the policy without patterns: https on the authorized domains, on any port.
    private var patternOfDomains: String? {
        let names = authorizedDomains.filter { $0 != "localhost" && !$0.hasPrefix("127.") }.map { domain in
            domain.hasPrefix("*.") ? "([a-z0-9_-]+\\.)+" + Self.escaped(domain.dropFirst(2)) : Self.escaped(domain)
        }
        guard let first = names.first else { return nil }
        return "^https://" + (names.count == 1 ? first : "(\(names.joined(separator: "|")))") + "(:[0-9]+)?/"
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        text.map { ".[]".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
