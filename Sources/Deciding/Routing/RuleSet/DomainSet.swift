import ByteText

/// A set of domains: exact names, and names whose subdomains are meant (`*.example.com`).
public final class DomainSet: Sendable {
    private let table: DomainTable

    /// Makes the set from `example.com` and `*.example.com` entries, in lower case.
    public init(_ domains: [String]) {
        table = DomainTable(domains.map { ($0, 0) })
    }

    /// Whether the host, in lower case, is one of the domains or a subdomain of one that asks for them.
    public func contains(_ host: Span<UInt8>) -> Bool {
        table.lowestValue(for: host) != nil
    }
}
