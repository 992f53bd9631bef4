import ByteText
import Links
import WebAddress

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

/// The authorized domains. Ports are ignored: a listed domain covers any URL and port.
extension DomainSet {
    /// Why clients may not continue to an address; `nil` if they may. Accepting a wrong one is an open redirect, so this
    /// is stricter than the check of Firebase's SDK for the page it runs in.
    ///
    /// The host must be listed; `*.example.com` covers the subdomains of a domain. The scheme must be https. Hosts on
    /// this machine are accepted in development only, with http as well. Does not allocate.
    ///
    /// - Parameter allowsHTTP: Whether http is accepted elsewhere as well.
    func refusal(
        toContinueTo address: WebAddress, development: Bool, allowsHTTP: Bool, in arena: borrowing ByteArena
    ) -> ContinueURLFault? {
        guard contains(arena[address.host]) else { return .unlisted }
        if Host(arena[address.host]).isLoopback { return development ? nil : .loopback }
        return address.scheme == .https || allowsHTTP ? nil : .notHTTPS
    }
}
