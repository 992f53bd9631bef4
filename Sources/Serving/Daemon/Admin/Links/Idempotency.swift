import ByteText
import HTTP
import LinkStore
import OpenSSL
import Routing

/// The key of a request that may be sent twice and is to be done once (`Idempotency-Key`).
///
/// The answer is kept in the store, in the transaction that does what was asked: either both are on the disk or neither. It
/// lies in one of 65,536 places that the key's digest names, so that keys of all times take a bounded room; it is good for
/// a day, as long as no other key takes the same place.
struct Idempotency: Sendable {
    private static let day: Int64 = 86_400
    private static let namespace = "idempotency"

    /// The place, and what must be found there: the key's digest and that of the request.
    private let place: String
    private let key: String
    private let request: String
    private let now: Int64

    /// The key of a request; nil where it has none.
    init?(_ request: borrowing Request, _ caller: Credential, now: Int64) throws(APIError) {
        guard request.fieldIndex(of: "idempotency-key") != nil else { return nil }
        guard let field = request.onlyValue(of: "idempotency-key"), (1...255).contains(field.count) else {
            throw APIError(.badRequest, "Idempotency-Key must stand once and have 1 to 255 characters")
        }
        key = Digest.sha256Hex(Array("\(caller.name)\n\(String(field))".utf8).span)
        place = String(key.prefix(4))
        self.request = Digest.sha256Hex(Array("\(String(request.target))\n\(String(request.body))".utf8).span)
        self.now = now
    }

    /// The answer that was given to this request before; nil where it is new.
    func answer(in transaction: borrowing LinkTransaction) throws(StoreError) -> Result<APIAnswer, APIError>? {
        guard let bytes = try transaction.document(place, in: Self.namespace),
            let kept = try? JSONValue(parsing: bytes.span), kept["key"]?.string == key,
            let time = kept["time"]?.number?.int, Int64(time) + Self.day > now
        else { return nil }
        guard kept["request"]?.string == request else {
            return .failure(APIError(.unprocessable, "this Idempotency-Key was used for another request"))
        }
        var answer = APIAnswer(.init(UInt16(clamping: kept["status"]?.number?.int ?? 200)))
        answer.body = Array((kept["body"]?.string ?? "").utf8)
        answer.entityTag = kept["etag"]?.string
        answer.location = kept["location"]?.string
        return .success(answer)
    }

    /// Keeps the answer for the next time.
    func keep(_ answer: APIAnswer, in transaction: inout LinkTransaction) throws(StoreError) {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.beginObject()
            json.member("key", key)
            json.member("request", request)
            json.member("time", Int(now))
            json.member("status", Int(answer.status.code))
            json.member("body", String(decoding: answer.body, as: UTF8.self))
            if let tag = answer.entityTag { json.member("etag", tag) }
            if let location = answer.location { json.member("location", location) }
            json.endObject()
        }
        try transaction.setDocument(bytes, place, in: Self.namespace)
    }
}
