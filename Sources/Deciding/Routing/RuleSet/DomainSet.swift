import ByteText

/// A set of domains: exact names, and wildcards that match subdomains (`*.example.com`).
public final class DomainSet: Sendable {
    private let table: DomainTable

    /// Creates the set from `example.com` and `*.example.com` entries, in lower case.
    public init(_ domains: [String]) {
        table = DomainTable(domains.map { ($0, 0) })
    }

    /// Whether a lower-case host is one of the domains or matches a wildcard.
    public func contains(_ host: Span<UInt8>) -> Bool {
        table.lowestValue(for: host) != nil
    }
}
