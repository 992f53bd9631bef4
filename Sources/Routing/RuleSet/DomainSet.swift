import ByteText

/// A set of domains: exact names, and names whose subdomains are meant (`*.example.com`).
public struct DomainSet: Sendable {
    private let exact: ByteTable
    private let parents: ByteTable
    private let hasParents: Bool

    /// Makes the set from `example.com` and `*.example.com` entries, in lower case.
    public init(_ domains: [String]) {
        var exact: [(key: [UInt8], value: Int)] = []
        var parents: [(key: [UInt8], value: Int)] = []
        for domain in domains {
            if domain.hasPrefix("*.") {
                parents.append((Array(domain.utf8.dropFirst(2)), 0))
            } else {
                exact.append((Array(domain.utf8), 0))
            }
        }
        self.exact = ByteTable(exact)
        self.parents = ByteTable(parents)
        hasParents = !parents.isEmpty
    }

    /// Whether the host, in lower case, is one of the domains or a subdomain of one that asks for them.
    public func contains(_ host: Span<UInt8>) -> Bool {
        if exact.value(for: host) != nil { return true }
        guard hasParents else { return false }
        var start = 0
        while let dot = host.firstIndex(of: UInt8(ascii: "."), from: start) {
            start = dot + 1
            if parents.value(for: host.extracting(start..<host.count)) != nil { return true }
        }
        return false
    }
}
