import ByteText
import OpenSSL

/// A link as a source of truth keeps it: the record in the file's format, with revision 0 in place of its version.
public enum LinkBody {
    /// The version of the format, which each row of the source names.
    public static let format = RecordFormat.version
    /// How many shards a source has.
    public static let shards = 256

    /// The bytes of the revision in a record.
    static let revision = 32..<40

    /// The shard of a link: the first byte of the key's SHA-256, so that a domain's links are in all of them.
    public static func shard(of key: LinkKey) -> UInt8 {
        let bytes = Array(key.text.utf8)
        return Digest.sha256(bytes.span)[0]
    }

    /// A digest of key and body: the first eight bytes of the SHA-256 of the key, a zero and the body.
    public static func content(_ key: Span<UInt8>, _ body: Span<UInt8>) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(key.count + 1 + body.count)
        for index in key.indices { bytes.append(key[index]) }
        bytes.append(0)
        for index in body.indices { bytes.append(Self.revision.contains(index) ? 0 : body[index]) }
        let digest = Digest.sha256(bytes.span)
        return digest.span.word(at: 0)
    }

    /// What a link adds to the digest of its shard.
    ///
    /// - Parameter content: ``content(_:_:)`` of the link.
    public static func term(_ content: UInt64, version: UInt64) -> UInt64 {
        (content &+ version &* UInt64.splitMixStep).splitMixed
    }

    /// A number for a new link: random, so that nodes need not agree on it.
    public static func makeID() -> UInt64 {
        while true {
            let id = SecureRandom.bytes(count: 8).span.word(at: 0) >> 1
            if id > 0 { return id }
        }
    }
}

extension LinkRecord {
    /// The link as a source keeps it.
    public var body: [UInt8] {
        var record = self
        record.revision = 0
        var bytes: [UInt8] = []
        record.encode(into: &bytes)
        return bytes
    }

    /// The same link with a number and a version that a source gives it.
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

    /// What the row adds to the digest of its shard; 0 for a deleted link.
    public var term: UInt64 {
        guard let record, !record.isDeleted else { return 0 }
        let key = Array(key.text.utf8)
        return LinkBody.term(LinkBody.content(key.span, body.span), version: version)
    }

    /// The link of the row; nil if its format is not known here, or if it is damaged.
    public var record: LinkRecord? {
        guard format == LinkBody.format, let view = LinkView(body.span), var record = LinkRecord(key: key, view) else {
            return nil
        }
        record.revision = version
        return record
    }
}
