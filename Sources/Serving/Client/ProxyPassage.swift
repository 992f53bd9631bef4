/// The way of a request through a forward proxy, to which its connection leads.
public struct ProxyPassage: Sendable, Equatable {
    /// The proxy's host and port, for messages.
    let proxy: String
    /// The server's host and port for a tunnel (CONNECT; RFC 9110, section 9.3.6), or `nil` to send the request itself to
    /// the proxy, in absolute form (RFC 9112, section 3.2.2).
    let tunnel: String?
    /// The value of `Proxy-Authorization`, or `nil` to send none.
    let authorization: String?

    /// The request for a tunnel, or `nil` if the server's name contains an invalid character.
    var tunnelRequest: [UInt8]? {
        guard let tunnel, tunnel.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        var text = "CONNECT \(tunnel) HTTP/1.1\r\nHost: \(tunnel)\r\nUser-Agent: fingerpost\r\n"
        if let authorization { text += "Proxy-Authorization: \(authorization)\r\n" }
        return Array("\(text)\r\n".utf8)
    }

    /// The failure of the connection to the proxy, or of its response.
    func failure(_ reason: String) -> ClientFault { .proxy("proxy \(proxy): \(reason)") }

    /// The proxy's refusal of a tunnel, by the status of its response.
    func refusal(_ status: Int) -> ClientFault {
        switch status {
        case 407: authenticationFailure
        // The proxy can't connect to the server (tinyproxy sends 500, Squid 503).
        case 500..<600: .connection("proxy \(proxy) can't connect to \(tunnel ?? "the server"): status \(status)")
        default: failure("does not permit a connection to \(tunnel ?? "the server"): status \(status)")
        }
    }

    /// The proxy's refusal of the credentials (407).
    var authenticationFailure: ClientFault {
        failure(
            authorization == nil
                ? "requires credentials (status 407): set outgoing_proxy_credentials_file"
                : "does not accept the credentials in outgoing_proxy_credentials_file (status 407)")
    }
}
