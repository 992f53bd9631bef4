public import ByteText
public import WebAddress

/// Of the list of authorized domains. Ports mean nothing: a listed domain covers any URL and port.
extension DomainSet {
    /// Whether clients may be sent on to an address. A wrong yes is an open redirect, so this is stricter than what
    /// Firebase's SDK asks of the page it runs in.
    ///
    /// The host must be listed as it is; `*.example.com` covers the subdomains of a domain. https only, and http on
    /// this machine alone in development, where such a host need not go through TLS. Allocates nothing.
    public func authorizesContinuing(
        to address: WebAddress, development: Bool, in arena: borrowing ByteArena
    ) -> Bool {
        address.isSecure(development: development, in: arena) && contains(arena[address.host])
    }
}

extension WebAddress {
    /// https; http on this machine alone, and only in development.
    func isSecure(development: Bool, in arena: borrowing ByteArena) -> Bool {
        Host(arena[host]).isLoopback ? development : scheme == .https
    }
}
