/// A request sent by a client, on its own connection.
public struct ClientRequest: Sendable {
    /// The method.
    public var method = "GET"
    /// The requested host: sent in `Host`, and verified against the server's certificate with TLS (RFC 9110, section
    /// 4.3.4).
    public var host: String
    /// The value of `Host` if it differs from the host, such as with a port or in brackets; `nil` to send the host.
    public var authority: String?
    /// Path and query.
    public var target: String
    /// The other fields, in this order.
    public var fields: [(name: String, value: String)]
    /// Whether the response is complete with its head, as for HEAD; the body is not read.
    public var readsHeadOnly = false
    /// Whether the deadline restarts with each part of the response that arrives, for large files on slow lines.
    public var renewsDeadline = false
    /// The body, sent with its length; empty for none.
    public var body: [UInt8] = []

    /// A GET request.
    public init(host: String, target: String, fields: [(name: String, value: String)] = []) {
        self.host = host
        self.target = target
        self.fields = fields
    }

    /// The bytes of the request, or `nil` if a part contains a line break or other invalid character.
    ///
    /// - Parameter passage: The way through a proxy; without a tunnel, the request is for the proxy.
    func bytes(through passage: ProxyPassage?) -> [UInt8]? {
        let authority = authority ?? host
        let isForProxy = passage != nil && passage?.tunnel == nil
        if passage?.tunnel != nil, passage?.tunnelRequest == nil { return nil }
        var fields = fields
        if isForProxy, let authorization = passage?.authorization {
            fields.append(("Proxy-Authorization", authorization))
        }
        var text = "\(method) \(isForProxy ? "http://\(authority)" : "")\(target) HTTP/1.1\r\nHost: \(authority)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.count)\r\n" }
        text += "Connection: close\r\n\r\n"
        let parts = [method, target, host, authority] + fields.flatMap { [$0.name, $0.value] }
        let isWhole = parts.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
        return isWhole && !target.contains(" ") ? Array(text.utf8) + body : nil
    }
}
