import ByteText

/// Validates hosts, host prefixes and domains as people write them. Each check returns the problem, or `nil`.
enum HostNameCheck {
    /// A host in its canonical form: lowercase, ASCII, without port and trailing dot.
    static func fault(in host: Substring) -> String? {
        if host.isEmpty { return "the host is missing" }
        if host.contains("://") { return "a host must not have a scheme" }
        if host.utf8.contains(where: { $0 >= 0x80 }) { return "a host must be in ASCII: `xn--…`" }
        if host.contains(":"), !host.hasPrefix("[") {
            return "a host must not have a port: sites are matched by host name only"
        }
        if host.hasSuffix(".") { return "a host must not end with a dot" }
        if host.utf8.contains(where: { (0x41...0x5A).contains($0) }) { return "a host must be lowercase" }
        return AddressCheck.isCanonicalHost(host) ? nil : "`\(host)` is not a valid host"
    }

    /// A host, or a host with a path prefix: `links.example.com/go`.
    static func prefixFault(in text: String) -> String? {
        if text.contains("://") { return "a link domain must not have a scheme" }
        let host = text.prefix { $0 != "/" }
        if let fault = fault(in: host) { return fault }
        let path = text.dropFirst(host.count)
        if path.isEmpty { return nil }
        if path.hasSuffix("/") { return "a path prefix must not end with a slash" }
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard !segment.isEmpty, segment != ".", segment != "..", segment.utf8.allSatisfy(\.isUnreserved) else {
                return "`\(path)` is not a valid path prefix: letters, digits, `-`, `.`, `_`, `~` between slashes"
            }
        }
        return nil
    }

    /// A host, or `*.` and a host to include its subdomains.
    static func domainFault(in text: String) -> String? {
        guard text.hasPrefix("*.") else {
            return text.contains("*")
                ? "a wildcard is allowed at the start only: `*.example.com`" : fault(in: text[...])
        }
        let domain = text.dropFirst(2)
        if let fault = fault(in: domain) { return fault }
        return domain.contains(".") ? nil : "`\(text)` would allow a whole top-level domain"
    }
}
