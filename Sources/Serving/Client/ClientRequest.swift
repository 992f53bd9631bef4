/// A request that a client sends, on a connection of its own.
public struct ClientRequest: Sendable {
    /// The method.
    public var method = "GET"
    /// The host that is asked for: in `Host`, and with TLS as the name that the server has to prove (RFC 9110, section 4.3.4).
    public var host: String
    /// What `Host` says where that is more than the host: with a port, or in brackets; nil for the host.
    public var authority: String?
    /// Path and query.
    public var target: String
    /// The other fields, in this order.
    public var fields: [(name: String, value: String)]
    /// Whether the answer is whole with its head, as one to HEAD is: what follows is not read.
    public var readsHeadOnly = false
    /// Whether the deadline counts again from each part of the answer that arrives: for large files on slow lines.
    public var renewsDeadline = false
    /// The body, which its length is stated of; empty for none.
    public var body: [UInt8] = []

    /// A GET request.
    public init(host: String, target: String, fields: [(name: String, value: String)] = []) {
        self.host = host
        self.target = target
        self.fields = fields
    }

    /// The request as it is sent; nil if something in it would break a line.
    var bytes: [UInt8]? {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: \(authority ?? host)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.count)\r\n" }
        text += "Connection: close\r\n\r\n"
        let parts = [method, target, host, authority ?? host] + fields.flatMap { [$0.name, $0.value] }
        let isWhole = parts.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
        return isWhole && !target.contains(" ") ? Array(text.utf8) + body : nil
    }
}
