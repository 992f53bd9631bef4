/// A request that may come twice and is to be done once.
///
/// The store keeps what it came to in the transaction that does it: either both are on the disk or neither. That lies in
/// one of 65,536 places that the key names, so that requests of all times take a bounded room; it is good for a day, as
/// long as no other request takes the same place.
public struct RequestMark: Sendable, Equatable {
    /// What tells the request from others: a digest of who asks and of the key that they chose.
    public var key: LinkFingerprint
    /// A digest of all that is asked for. The same key with another content is refused, with ``StoreError/otherRequest``.
    public var content: LinkFingerprint
    /// When it came, in seconds since 1970.
    public var time: Int64

    public init(key: LinkFingerprint, content: LinkFingerprint, time: Int64) {
        self.key = key
        self.content = content
        self.time = time
    }

    /// For how many seconds a result is kept.
    public static let lifetime: Int64 = 86_400

    fileprivate var place: [UInt8] {
        let digits = String(key.high >> 48, radix: 16)
        return IndexKey.document(String(repeating: "0", count: 4 - digits.count) + digits, in: "idempotency")
    }
}

/// How a result is kept, little-endian:
///
/// ```
/// 0 version 1 · 1 whether the link was new · 2 key 2×u64 · 18 content 2×u64 · 34 time i64 · 42 the link key's count u64
/// 50 the link's key · then its record
/// ```
private enum KeptResult {
    static let version: UInt8 = 1
    static let headerCount = 50
}

extension LinkTransaction {
    /// What a request has come to before; nil where it is new.
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

    /// Keeps what a request has come to for the next time.
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
