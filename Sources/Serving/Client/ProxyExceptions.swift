import ByteText

/// The servers that are accessed without a proxy, as Go and curl read `NO_PROXY`.
///
/// A name includes its subdomains, `.example.com` and `*.example.com` mean the subdomains only, and `*` means all servers.
/// Addresses and CIDR ranges apply to servers given by address: names are not resolved. Each may have a port. Loopback is
/// always an exception, since it would be the proxy's own.
package struct ProxyExceptions: Sendable, Equatable {
    private enum Servers: Sendable, Equatable {
        case all
        case network(CIDR)
        /// Lowercase, without leading and trailing dots.
        case name(String, isIncluded: Bool)
    }

    private struct Rule: Sendable, Equatable {
        var servers: Servers
        var port: UInt16?
    }

    private let rules: [Rule]

    /// An entry that is none of these forms.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        /// The entry.
        package let entry: String

        /// The problem and the valid forms, as a phrase.
        package var description: String {
            "`\(entry)` is not a host; expected `example.com`, `.example.com`, `10.0.0.5`, `10.0.0.0/8`, `fd00::/8` or "
                + "`*`, each with or without a port"
        }
    }

    /// Parses the entries.
    package init(_ entries: [String]) throws(Fault) {
        var rules: [Rule] = []
        for entry in entries {
            guard let rule = Self.rule(entry) else { throw Fault(entry: entry) }
            rules.append(rule)
        }
        self.rules = rules
    }

    /// Whether a server is accessed without a proxy.
    ///
    /// - Parameter host: A name or an address; IPv6 without brackets.
    package func contains(host: String, port: UInt16) -> Bool {
        let name = Self.normalized(host)
        let address = IPAddress(host)
        if address?.isLoopback ?? (name == "localhost" || name.hasSuffix(".localhost")) { return true }
        return rules.contains { rule in
            guard rule.port == nil || rule.port == port else { return false }
            switch rule.servers {
            case .all: return true
            case .network(let network): return address.map { network.contains($0) } ?? false
            case .name(let domain, let isIncluded):
                return address == nil && (name.hasSuffix(".\(domain)") || isIncluded && name == domain)
            }
        }
    }

    // MARK: - Parsing

    private static func rule(_ entry: String) -> Rule? {
        if let servers = servers(entry) { return Rule(servers: servers) }
        guard let colon = entry.lastIndex(of: ":") else { return nil }
        let digits = entry[entry.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else {
            return nil
        }
        let host = String(entry[..<colon])
        // An IPv6 address with a port needs brackets.
        guard !host.contains(":") || host.hasPrefix("[") else { return nil }
        return servers(host).map { Rule(servers: $0, port: port) }
    }

    private static func servers(_ text: String) -> Servers? {
        if text == "*" { return .all }
        if let network = CIDR(text) { return .network(network) }
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        if let address = IPAddress(isBracketed ? String(text.dropFirst().dropLast()) : text) {
            return .network(CIDR(address))
        }
        let isWild = text.hasPrefix("*.")
        let domain = normalized(isWild ? String(text.dropFirst()) : text)
        let name = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
        guard !name.isEmpty, !name.hasPrefix("."), name.utf8.allSatisfy(isOfName) else { return nil }
        return .name(name, isIncluded: !domain.hasPrefix("."))
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    /// A name in lowercase, without the dot of the root.
    private static func normalized(_ name: String) -> String {
        (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    }
}
