public import ByteText
import Links
public import WebAddress

/// Of the list of authorized domains. Ports mean nothing: a listed domain covers any URL and port.
extension DomainSet {
    /// Whether clients may be sent on to an address. A wrong yes is an open redirect, so this is stricter than what
    /// Firebase's SDK asks of the page it runs in.
    ///
    /// The host must be listed as it is; `*.example.com` covers the subdomains of a domain. https only, and http on
    /// this machine alone in development, where such a host need not go through TLS. Allocates nothing.
    ///
    /// - Parameter allowsHTTP: Whether http is as good as https elsewhere, too.
    public func authorizesContinuing(
        to address: WebAddress, development: Bool, allowsHTTP: Bool = false, in arena: borrowing ByteArena
    ) -> Bool {
        refusal(toContinueTo: address, development: development, allowsHTTP: allowsHTTP, in: arena) == nil
    }

    /// Why clients may not be sent on to an address; nil where they may.
    func refusal(
        toContinueTo address: WebAddress, development: Bool, allowsHTTP: Bool, in arena: borrowing ByteArena
    ) -> ContinueURLFault? {
        guard contains(arena[address.host]) else { return .unlisted }
        if Host(arena[address.host]).isLoopback { return development ? nil : .loopback }
        return address.scheme == .https || allowsHTTP ? nil : .notHTTPS
    }
}
