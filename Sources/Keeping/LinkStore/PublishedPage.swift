/// A link in a published file: its key and its record, as the publisher's store contains them.
public struct PublishedRow: Sendable, Equatable {
    /// The address of the short link.
    public var key: LinkKey
    /// The record; empty for a link that the publisher no longer has.
    public var record: [UInt8]

    /// A row of a published file.
    public init(key: LinkKey, record: [UInt8]) {
        (self.key, self.record) = (key, record)
    }

    /// What the row adds to the digest of a publication; 0 for a removed link.
    public var term: UInt64 {
        let key = Array(key.text.utf8)
        return Self.term(key.span, record.span)
    }

    /// What a link adds to the digest of a publication. Deleted links count, too: their codes are kept.
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

/// A part of published links, which a replica takes over in one transaction.
public struct PublishedPage: Sendable, Equatable {
    /// The keys that a page of the whole publication covers.
    public struct Range: Sendable, Equatable {
        /// The last key of the page before; `nil` for the first page.
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
    /// Of a page of the whole publication its keys: links of the store within this range and not among the rows are removed.
    public var range: Range?
    /// The number of the publication that the page leads to.
    public var target: UInt64
    /// Whether the store has that publication after this page.
    public var isLast: Bool

    /// A page.
    public init(rows: [PublishedRow], range: Range? = nil, target: UInt64, isLast: Bool) {
        (self.rows, self.range, self.target, self.isLast) = (rows, range, target, isLast)
    }
}

/// Which publication a replica has.
public struct PublishedMark: Sendable, Equatable {
    /// Its number; 0 if the store has none completely.
    public var sequence: UInt64 = 0
    /// The highest number that a page led to: no lower one is taken over.
    public var target: UInt64 = 0
    /// The sum of ``PublishedRow/term`` over the links of the store.
    public var digest: UInt64 = 0
    /// How many rows this version could not read. They are missing, or as they were before.
    public var refused: UInt64 = 0

    /// The mark of a store without a publication.
    public init() {}
}
