/// A link in a published file: its key and record from the publisher's store.
public struct PublishedRow: Sendable, Equatable {
    /// The address of the short link.
    public var key: LinkKey
    /// The record; empty if the publisher no longer has the link.
    public var record: [UInt8]

    /// A row of a published file.
    public init(key: LinkKey, record: [UInt8]) {
        (self.key, self.record) = (key, record)
    }

    /// The row's contribution to the digest of a publication; 0 for a removed link.
    public var term: UInt64 {
        let key = Array(key.text.utf8)
        return Self.term(key.span, record.span)
    }

    /// A link's contribution to the digest of a publication. Deleted links are included, since their codes are kept.
    public static func term(_ key: Span<UInt8>, _ record: Span<UInt8>) -> UInt64 {
        guard record.count >= RecordFormat.headerCount else { return 0 }
        return LinkBody.term(
            LinkBody.content(key, record), version: record.littleEndian(at: LinkBody.revision.lowerBound))
    }

    /// The link; `nil` if this version can't read the record.
    var link: LinkRecord? {
        guard let view = LinkView(record.span) else { return nil }
        return LinkRecord(key: key, view)
    }
}

/// A part of published links, which a replica applies in one transaction.
public struct PublishedPage: Sendable, Equatable {
    /// The keys that a page of a complete publication covers.
    public struct Range: Sendable, Equatable {
        /// The last key of the previous page; `nil` for the first page.
        public var after: LinkKey?
        /// The last key of this page; `nil` for the last page.
        public var through: LinkKey?
        /// The digest of the whole publication, which the store has after the last page.
        public var digest: UInt64

        /// A range of keys.
        public init(after: LinkKey?, through: LinkKey?, digest: UInt64) {
            (self.after, self.through, self.digest) = (after, through, digest)
        }
    }

    /// The rows, in the order of their keys.
    public var rows: [PublishedRow]
    /// For a page of a complete publication, its keys: links of the store in this range that are not among the rows are
    /// removed.
    public var range: Range?
    /// The number of the resulting publication.
    public var target: UInt64
    /// Whether the store has that publication after this page.
    public var isLast: Bool

    /// A page.
    public init(rows: [PublishedRow], range: Range? = nil, target: UInt64, isLast: Bool) {
        (self.rows, self.range, self.target, self.isLast) = (rows, range, target, isLast)
    }
}

/// The publication that a replica has.
public struct PublishedMark: Sendable, Equatable {
    /// Its number; 0 if no publication is complete.
    public var sequence: UInt64 = 0
    /// The highest target number of a page; lower ones are not applied.
    public var target: UInt64 = 0
    /// The sum of ``PublishedRow/term`` over the links of the store.
    public var digest: UInt64 = 0
    /// The number of rows that this version could not read. They are missing or outdated.
    public var refused: UInt64 = 0

    /// The mark of a store without a publication.
    public init() {}
}
