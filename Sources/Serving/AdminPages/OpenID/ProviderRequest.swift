import Client
import HTTP
import OpenSSL

/// One request to the identity provider. Redirects are not followed: the addresses are those of the discovery document.
package struct ProviderRequest: Sendable {
    /// The response.
    package struct Answer: Sendable {
        var status: Int
        var body: [UInt8]
    }

    /// The time limit for connecting and for the whole response, after the name lookup.
    private static let patience = Duration.seconds(5)
    /// The maximum size of a response, larger than any document, key set or token.
    private static let mostBytes = 262_144

    /// The address of the request.
    var address: ServerURL
    /// The form to send, or `nil` for a GET request.
    var form: String?
    /// The value of `Authorization`, or `nil` to send none.
    var authorization: String?
    /// The file of the only trusted certificate authorities, or `nil` for the system's.
    var authorities: String?
    /// The proxy, or `nil` for a direct connection.
    var proxy: OutgoingProxy?

    /// Sends the request. Waits for the network up to 15 seconds: don't call it on an event loop's thread.
    func send() -> Result<Answer, OpenIDFault> {
        var request = ClientRequest(
            host: address.host, target: address.target,
            fields: [("User-Agent", "fingerpost"), ("Accept", "application/json"), ("Accept-Encoding", "identity")])
        request.authority = address.authority
        if let authorization { request.fields.append(("Authorization", authorization)) }
        if let form {
            request.method = "POST"
            request.fields.append(("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Array(form.utf8)
        }
        do {
            let tls = address.isSecure ? try TLSClientContext(authorities: authorities) : nil
            var exchange = HostExchange(request, port: address.port, tls: tls, proxy: proxy)
            exchange.limits.bodyBytes = Self.mostBytes
            switch try exchange.run(patience: Self.patience).result {
            case .success(let answer): return .success(Answer(status: answer.head.status, body: answer.body))
            case .failure(let fault): return .failure(.unreachable("\(fault)"))
            }
        } catch { return .failure(.unreachable("\(error)")) }
    }
}
