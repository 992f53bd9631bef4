import Access
import ByteText
import HTTP

/// The original request, as described by a proxy.
struct OriginalRequest {
    /// Whether the method is one by which links are followed: GET or HEAD.
    var isClick: Bool { method != nil }
    /// GET or HEAD; `nil` for any other method.
    var method: Method?
    var host: TextRange
    var port: Int?
    /// Path and query.
    var target: TextRange

    /// Reads the request from the fields of a style and copies its texts into the arena. `nil` if it can't be for a link
    /// because of its target or host.
    static func read(
        _ style: ProxyStyle, _ request: borrowing Request, in arena: inout ByteArena
    ) throws(APIError) -> OriginalRequest? {
        switch style {
        case .nginx:
            return try read(request, uri: "x-original-uri", method: "x-original-method", in: &arena)
        case .forward:
            return try read(request, uri: "x-forwarded-uri", method: "x-forwarded-method", in: &arena)
        case .envoy:
            let target = request.target
            return OriginalRequest(
                method: request.method == .get || request.method == .head ? request.method : nil,
                host: arena.append(request.host),
                port: request.port,
                target: arena.append(target.extracting(ProxyStyle.envoyPrefixCount..<target.count)))
        }
    }

    private static func read(
        _ request: borrowing Request, uri: StaticString, method: StaticString, in arena: inout ByteArena
    ) throws(APIError) -> OriginalRequest? {
        guard let target = request.onlyValue(of: uri) else {
            throw APIError(.badRequest, "\(uri): the proxy must send the path and query of the request, once")
        }
        // A list comes from two proxies; the first one should have replaced the client's value.
        guard let name = request.onlyValue(of: "x-forwarded-host"), name.firstIndex(of: UInt8(ascii: ",")) == nil else {
            throw APIError(.badRequest, "x-forwarded-host: the proxy must send the host of the request, once")
        }
        guard isTarget(target), let authority = Authority(name) else { return nil }
        let mark = arena.count
        for index in authority.host { arena.append(name[index].lowercased) }
        return OriginalRequest(
            method: Self.method(request, method), host: arena.piece(from: mark), port: authority.port,
            target: arena.append(target))
    }

    /// A request without a method field is assumed to be a click.
    private static func method(_ request: borrowing Request, _ field: StaticString) -> Method? {
        guard request.fieldIndex(of: field) != nil else { return .get }
        guard let value = request.onlyValue(of: field) else { return nil }
        return value.equals("GET") ? .get : value.equals("HEAD") ? .head : nil
    }

    /// Whether a text is valid in a request line (RFC 9112, section 3.2.1), so that it can't change the link's host.
    /// Non-ASCII bytes are accepted, since some clients do not encode them.
    private static func isTarget(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty, text[0] == UInt8(ascii: "/") else { return false }
        for index in text.indices where text[index] <= 0x20 || text[index] == 0x7F || text[index] == UInt8(ascii: "#") {
            return false
        }
        return true
    }
}
