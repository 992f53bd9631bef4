import Access
import ByteText
import HTTP
import LinkStore
import OpenSSL

extension RequestMark {
    /// The mark of a request with an `Idempotency-Key`, which may be repeated; `nil` without one.
    init?(_ request: borrowing Request, _ caller: Credential, now: Int64) throws(APIError) {
        guard let key = try Self.key(of: request, caller) else { return nil }
        self.init(key: key, content: "\(String(request.target))\n\(Self.content(of: request.body))", now)
    }

    /// The mark of one line of a request with such a key.
    init(_ key: String, line: Int, _ content: Span<UInt8>, now: Int64) {
        self.init(key: "\(key)\n\(line)", content: Self.content(of: content), now)
    }

    /// The idempotency key of a request, qualified by the caller; `nil` without one.
    static func key(of request: borrowing Request, _ caller: Credential) throws(APIError) -> String? {
        guard request.fieldIndex(of: "idempotency-key") != nil else { return nil }
        guard let field = request.onlyValue(of: "idempotency-key"), (1...255).contains(field.count) else {
            throw APIError(.badRequest, "send Idempotency-Key once, with 1 to 255 characters")
        }
        return "\(caller.holder.text)\n\(String(field))"
    }

    /// The text that identifies a request's content: without a password, whose digest would be faster to guess than its
    /// hash.
    private static func content(of body: Span<UInt8>) -> String {
        let name = LinkField.password.title
        guard let members = (try? JSONValue(parsing: body))?.object?.members,
            members.contains(where: { $0.name == name })
        else { return String(body) }
        var rest = JSONObject()
        for member in members where member.name != name { rest.append(member.name, member.value) }
        return JSONValue.object(rest).text
    }

    private init(key: String, content: String, _ now: Int64) {
        self.init(
            key: LinkFingerprint(digest: Digest.sha256(Array(key.utf8).span)),
            content: LinkFingerprint(digest: Digest.sha256(Array(content.utf8).span)), time: now)
    }
}
