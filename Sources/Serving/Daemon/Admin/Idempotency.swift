import ByteText
import HTTP
import LinkStore
import OpenSSL

extension RequestMark {
    /// The mark of a request with an `Idempotency-Key`, which may be repeated; nil without one.
    init?(_ request: borrowing Request, _ caller: Credential, now: Int64) throws(APIError) {
        guard request.fieldIndex(of: "idempotency-key") != nil else { return nil }
        guard let field = request.onlyValue(of: "idempotency-key"), (1...255).contains(field.count) else {
            throw APIError(.badRequest, "send Idempotency-Key once, with 1 to 255 characters")
        }
        let key = Array("\(caller.name)\n\(String(field))".utf8)
        let content = Array("\(String(request.target))\n\(String(request.body))".utf8)
        self.init(
            key: LinkFingerprint(digest: Digest.sha256(key.span)),
            content: LinkFingerprint(digest: Digest.sha256(content.span)), time: now)
    }
}
