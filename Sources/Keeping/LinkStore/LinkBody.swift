public import ByteText
import OpenSSL

/// The encoding of a link at a source of truth: the record in the file's format, with revision 0 instead of its
/// version.
public enum LinkBody {
    /// The format versions that this program reads; each row at the source contains its own.
    public static let formats = RecordFormat.versions
    /// The number of shards of a source.
    public static let shards = 256

    /// The format version of a body, its first byte. It is the lowest version that can represent the link, so older
    /// nodes can read as many links as possible.
    public static func format(of body: [UInt8]) -> UInt8 { body.first ?? 0 }

    /// The bytes of the ID in a record.
    static let id = 8..<16
    /// The bytes of the revision in a record.
    static let revision = 32..<40

    /// The shard of a link: the first byte of the key's SHA-256, so a domain's links are spread over all shards.
    public static func shard(of key: LinkKey) -> UInt8 {
        let bytes = key.text.utf8
        return Digest.sha256(bytes.span)[0]
    }

    /// A digest of key and body: the first eight bytes of the SHA-256 of the key, a zero byte and the body.
    public static func content(_ key: Span<UInt8>, _ body: Span<UInt8>) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(key.count + 1 + body.count)
        bytes.append(contentsOf: key)
        bytes.append(0)
        let start = bytes.count
        bytes.append(contentsOf: body)
        for index in Self.revision where index < body.count { bytes[start + index] = 0 }
        let digest = Digest.sha256(bytes.span)
        return digest.span.word(at: 0)
    }

    /// The contribution of a link to the digest of its shard.
    ///
    /// - Parameter content: ``content(_:_:)`` of the link.
    public static func term(_ content: UInt64, version: UInt64) -> UInt64 {
        (content &+ version &* UInt64.splitMixStep).splitMixed
    }

    /// Gives a body another ID, as ``LinkRecord/numbered(_:version:)`` does for a record.
    public static func renumber(_ body: inout [UInt8], _ id: UInt64) {
        for (place, index) in Self.id.enumerated() { body[index] = UInt8(truncatingIfNeeded: id >> UInt64(8 * place)) }
    }

    /// An ID for a new link: random, so nodes need no coordination.
    public static func makeID() -> UInt64 {
        while true {
            let id = SecureRandom.bytes(count: 8).span.word(at: 0) >> 1
            if id > 0 { return id }
        }
    }

    /// An ID for a link that is created now. Its ten highest bits are the milliseconds since the creation time, which
    /// is in whole seconds, so that the IDs of links from the same second are in their order; random for older links.
    public static func makeID(created: Int64, at now: WallClock) -> UInt64 {
        guard created <= now.seconds, created > now.seconds - 60 else { return makeID() }
        let milliseconds = UInt64(now.seconds - created) * 1_000 + UInt64(now.microseconds / 1_000)
        return makeID() & (1 << 53 - 1) | min(milliseconds, 1_023) << 53
    }

    /// Generates many IDs, much faster than one by one.
    public static func makeIDs(_ count: Int) -> [UInt64] {
        let bytes = SecureRandom.bytes(count: 8 * count)
        return (0..<count).map { index in
            let id = bytes.span.word(at: 8 * index) >> 1
            return id > 0 ? id : makeID()
        }
    }
}

extension LinkRecord {
    /// The encoding of the link at a source.
    public var body: [UInt8] {
        var record = self
        record.revision = 0
        var bytes: [UInt8] = []
        record.encode(into: &bytes)
        return bytes
    }

    /// The link with an ID and a version assigned by a source.
    public func numbered(_ id: UInt64, version: UInt64) -> LinkRecord {
        var record = self
        record.id = id
        record.revision = version
        return record
    }
}

extension ReplicaRow {
    /// A link's row. The link's revision is its version.
    public init(_ record: LinkRecord) {
        self.init(
            key: record.key, shard: LinkBody.shard(of: record.key), version: record.revision, body: record.body)
    }

    /// The row's contribution to the digest of its shard; 0 for a deleted link.
    public var term: UInt64 {
        guard let record, !record.isDeleted else { return 0 }
        let key = Array(key.text.utf8)
        return LinkBody.term(LinkBody.content(key.span, body.span), version: version)
    }

    /// The link of the row; `nil` if its format is not supported, or it is damaged.
    public var record: LinkRecord? {
        guard LinkBody.formats.contains(format), let view = LinkView(body.span), var record = LinkRecord(key: key, view)
        else {
            return nil
        }
        record.revision = version
        return record
    }
}

extension [UInt8] {
    /// Appends a copy of some bytes with a single copy.
    fileprivate mutating func append(contentsOf bytes: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
