/// A change to links that a program beside the daemon has made, noted for the daemon to tell of it.
///
/// Commands change the store's file while a daemon serves it, and have no one to tell. Where the daemon asks for it
/// (``JournalChange/start``), other processes note each change in the commit that makes it.
public struct JournalEntry: Sendable, Equatable {
    /// What has happened.
    public enum Kind: UInt8, Sendable {
        /// A link was made.
        case created = 1
        /// A link was changed.
        case updated
        /// A link was deleted.
        case deleted
        /// Many links were made at once, by a ``SortedLoad``: they are not noted one by one.
        case loaded
    }

    /// What has happened.
    public var kind: Kind
    /// The link; nil where many were made.
    public var key: LinkKey?
    /// The link's revision since; of many links how many were made.
    public var revision: UInt64
    /// When it was noted, in seconds since 1970.
    public var time: Int64
    /// Where the link leads; nil where it is deleted, or has changed again since.
    public var longLink: String?

    private static let headerCount = 17

    /// A change, of which only the store knows where the link leads.
    init(_ kind: Kind, _ key: LinkKey?, revision: UInt64, at time: Int64) {
        (self.kind, self.key, self.revision, self.time) = (kind, key, revision, time)
    }

    /// Nil where the bytes are not an entry that this version knows.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= Self.headerCount, let kind = Kind(rawValue: bytes[0]) else { return nil }
        self.kind = kind
        revision = bytes.littleEndian(at: 1)
        time = Int64(bitPattern: bytes.littleEndian(at: 9))
        key = kind == .loaded ? nil : LinkKey(stored: bytes.extracting(Self.headerCount...))
    }

    /// The bytes in the file: the kind, two numbers, and the key's text.
    var stored: [UInt8] {
        var bytes = [kind.rawValue]
        bytes.appendLittleEndian(revision)
        bytes.appendLittleEndian(UInt64(bitPattern: time))
        if let key { bytes += Array(key.text.utf8) }
        return bytes
    }
}

/// The first entries of a journal.
public struct JournalPiece: Sendable, Equatable {
    /// The entries, in the order of the changes.
    public var entries: [JournalEntry] = []
    /// How many changes among them were not noted, since the journal was full.
    public var lost = 0
    /// The number of the last, for ``JournalChange/forget(through:)``; nil for none.
    public var last: UInt64?
}

/// What is done with the journal.
public enum JournalChange: Sendable, Equatable {
    /// From now on the changes of other processes are noted; this process tells of its own.
    case start
    /// Forgets entries that were told of, up to a number.
    case forget(through: UInt64)
}
