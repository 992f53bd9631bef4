/// Identifies an idempotent request.
///
/// The store records the result in the transaction that makes the change, so either both are durable or neither is. The
/// result is stored in one of 65,536 slots chosen by the key, so all requests together use bounded space. It is kept
/// for a day unless another request needs the same slot.
public struct RequestMark: Sendable, Equatable {
    /// Identifies the request: a digest of the caller and of its idempotency key.
    public var key: LinkFingerprint
    /// A digest of the request's content. The same key with different content is rejected with
    /// ``StoreError/otherRequest``.
    public var content: LinkFingerprint
    /// The time of arrival in seconds since 1970.
    public var time: Int64

    /// A mark from the digests of key and content.
    public init(key: LinkFingerprint, content: LinkFingerprint, time: Int64) {
        self.key = key
        self.content = content
        self.time = time
    }

    /// The seconds for which a result is kept.
    public static let lifetime: Int64 = 86_400

    fileprivate var place: [UInt8] {
        let digits = String(key.high >> 48, radix: 16)
        return IndexKey.document(String(repeating: "0", count: 4 - digits.count) + digits, in: "idempotency")
    }
}

/// The encoding of a result, little-endian:
///
/// ```
/// 0 version 1 · 1 whether the link was new · 2 key 2×u64 · 18 content 2×u64 · 34 time i64 · 42 the link key's length
/// u64
/// 50 the link's key · then its record
/// ```
private enum KeptResult {
    static let version: UInt8 = 1
    static let headerCount = 50
}

extension LinkTransaction {
    /// The earlier result of a request; `nil` if it is new.
    func result(of request: RequestMark) throws(StoreError) -> LinkResult? {
        guard let kept = try value(for: request.place.span, in: databases.documents),
            kept.count > KeptResult.headerCount, kept[0] == KeptResult.version,
            LinkFingerprint(high: kept.littleEndian(at: 2), low: kept.littleEndian(at: 10)) == request.key,
            Int64(bitPattern: kept.littleEndian(at: 34)) > request.time - RequestMark.lifetime
        else { return nil }
        guard LinkFingerprint(high: kept.littleEndian(at: 18), low: kept.littleEndian(at: 26)) == request.content else {
            throw .otherRequest
        }
        let start = KeptResult.headerCount + Int(clamping: min(kept.littleEndian(at: 42), UInt64(LinkKey.maximumCount)))
        guard start <= kept.count, let view = LinkView(kept.extracting(start..<kept.count)),
            let record = LinkRecord(key: LinkKey(stored: kept.extracting(KeptResult.headerCount..<start)), view)
        else { throw .damaged("the result of a request") }
        return .link(record, isNew: kept[1] == 1)
    }

    /// Stores the result of a request for repetitions.
    mutating func keep(_ record: LinkRecord, isNew: Bool, of request: RequestMark) throws(StoreError) {
        var bytes: [UInt8] = [KeptResult.version, isNew ? 1 : 0]
        for number in [
            request.key.high, request.key.low, request.content.high, request.content.low,
            UInt64(bitPattern: request.time), UInt64(record.key.text.utf8.count),
        ] { bytes.appendLittleEndian(number) }
        bytes.append(contentsOf: record.key.text.utf8)
        record.encode(into: &bytes)
        try put(bytes.span, for: request.place.span, in: databases.documents)
    }
}
