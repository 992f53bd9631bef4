/// A change to links made by another process than the daemon, recorded so that the daemon can publish it.
///
/// Commands change the store's file while a daemon serves it, and can't publish events themselves. If the daemon has
/// started the journal (``JournalChange/start``), other processes record each change in the commit that makes it.
public struct JournalEntry: Sendable, Equatable {
    /// The kind of a change.
    public enum Kind: UInt8, Sendable {
        /// A link was created.
        case created = 1
        /// A link was updated.
        case updated
        /// A link was deleted.
        case deleted
        /// Many links were created at once by a ``SortedLoad``; they have no entries of their own.
        case loaded
    }

    /// The kind of the change.
    public var kind: Kind
    /// The link; `nil` if many were created.
    public var key: LinkKey?
    /// The link's new revision; for many links the number of them.
    public var revision: UInt64
    /// The time of the entry in seconds since 1970.
    public var time: Int64
    /// The long link; `nil` if the link is deleted or has changed again since.
    public var longLink: String?

    private static let headerCount = 17

    /// A change without its long link, which is read from the store.
    init(_ kind: Kind, _ key: LinkKey?, revision: UInt64, at time: Int64) {
        (self.kind, self.key, self.revision, self.time) = (kind, key, revision, time)
    }

    /// Decodes an entry; `nil` if the bytes are not an entry that this version supports.
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
    /// The number of changes among them that were not recorded because the journal was full.
    public var lost = 0
    /// The number of the last entry, for ``JournalChange/forget(through:)``; `nil` if there is none.
    public var last: UInt64?
}

/// An operation on the journal.
public enum JournalChange: Sendable, Equatable {
    /// Starts recording the changes of other processes; this process publishes its own.
    case start
    /// Removes published entries up to a number.
    case forget(through: UInt64)
}
