public import ByteText
public import WebAddress

/// Firebase asks two questions of the list of authorized domains, and answers them differently. Ports mean nothing in
/// either: a listed domain covers any URL and port.
extension DomainSet {
    /// Whether people may be sent on to an address: the strict question, since a wrong yes is an open redirect.
    ///
    /// The host must be listed as it is; `*.example.com` stands for the subdomains of a domain. https only, and http on
    /// this machine alone in development, where such a host need not go through TLS. Allocates nothing.
    public func authorizesContinuing(
        to address: WebAddress, development: Bool, in arena: borrowing ByteArena
    ) -> Bool {
        address.isSecure(development: development, in: arena) && contains(arena[address.host])
    }

    /// Whether a page at an address may use the project: the lenient question, which the web SDK asks of the page it runs in.
    ///
    /// http or https, and the host is a listed domain or lies below one; a listed IP address means itself alone. Entries
    /// for browser extensions are not known here. Allocates nothing.
    public func authorizesOrigin(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        let host = arena[address.host]
        if contains(host) { return true }
        if Host(host).isIPAddress { return false }
        var start = 0
        while let dot = host.firstIndex(of: UInt8(ascii: "."), from: start) {
            start = dot + 1
            if contains(host.extracting(start..<host.count)) { return true }
        }
        return false
    }
}

extension WebAddress {
    /// https; http on this machine alone, and only in development.
    func isSecure(development: Bool, in arena: borrowing ByteArena) -> Bool {
        Host(arena[host]).isLoopback ? development : scheme == .https
    }
}
