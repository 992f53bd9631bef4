import Client
import HTTP
import OpenSSL

/// One request to the identity provider. Redirects are not followed: where it goes is what the provider's document says.
struct ProviderRequest: Sendable {
    /// What came of it.
    struct Answer: Sendable {
        var status: Int
        var body: [UInt8]
    }

    /// How long connecting and the whole answer may take, after the look-up of the name.
    private static let patience = Duration.seconds(5)
    /// More than any document, set of keys or token.
    private static let mostBytes = 262_144

    /// Where it goes.
    var address: BundleAddress
    /// The form that it sends; nil to read.
    var form: String?
    /// The value of `Authorization`; nil for none.
    var authorization: String?
    /// The file of the only authorities to trust; nil for the system's.
    var authorities: String?

    /// Sends it. Waits for the network, 15 seconds at most: not for a thread with a loop.
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
            var exchange = HostExchange(request, port: address.port, tls: tls)
            exchange.limits.bodyBytes = Self.mostBytes
            switch try exchange.run(patience: Self.patience).result {
            case .success(let answer): return .success(Answer(status: answer.head.status, body: answer.body))
            case .failure(let fault): return .failure(.unreachable("\(fault)"))
            }
        } catch { return .failure(.unreachable("\(error)")) }
    }
}
