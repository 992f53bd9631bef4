import ByteText
public import LMDB

/// An error of the store, with a readable description.
public enum StoreError: Error, Sendable, Equatable {
    /// There is no such link.
    case notFound
    /// The link was deleted; its code is not used again.
    case deleted
    /// The link already exists.
    case exists
    /// A link has this code with another case, and codes of its domain are case-insensitive.
    case existsInOtherCase(code: String)
    /// The link has changed since it was read; this is its current revision.
    case conflict(revision: UInt64)
    /// The field is too long, or has invalid contents.
    case invalid(LinkField)
    /// The request's key was used for a different request.
    case otherRequest

    /// The directory has no store.
    case missing(path: String)
    /// The file was not written by this program.
    case foreign(path: String)
    /// The file was written by a newer version of this program, or of LMDB.
    case newer(path: String)
    /// The file is shorter than it must be.
    case truncated(path: String, bytes: Int, needed: Int)
    /// The open file was replaced by another one, or removed.
    case replaced(path: String)
    /// The process already has the store open.
    case alreadyOpen(path: String)
    /// Another process has the store open, and this operation needs exclusive access.
    case inUse(path: String)
    /// The directory has a store with links or an unreadable one, and this operation needs an empty one.
    case notEmpty(path: String)
    /// The copy is inconsistent; the number of findings of a check.
    case unsound(path: String, findings: Int)
    /// The source of truth is unreachable, or did not respond in time. As far as is known, nothing was changed.
    case sourceAway(reason: String)
    /// The store is a replica, whose links are changed at the source.
    case replica(path: String)
    /// The links come from a publisher and are changed there. The place is the store's path or their address.
    case published(place: String)
    /// The store is not a replica of a source.
    case notReplica(path: String)
    /// The store was opened for reading only.
    case readOnly
    /// The store is closed.
    case closed
    /// The disk is full.
    case diskFull
    /// The file or directory can't be opened, created, read or written: the error of the system or of LMDB.
    case failed(path: String, LMDBError)
    /// A record can't be read: the file is damaged.
    case damaged(String)
}

extension StoreError {
    /// Whether a working store rejected the change; otherwise the store itself has failed.
    public var isRefusal: Bool {
        switch self {
        case .notFound, .deleted, .exists, .existsInOtherCase, .conflict, .invalid, .otherRequest: true
        case .missing, .foreign, .newer, .truncated, .replaced, .alreadyOpen, .inUse, .notEmpty, .unsound, .sourceAway,
            .replica, .published, .notReplica, .readOnly, .closed, .diskFull, .failed, .damaged:
            false
        }
    }
}

extension StoreError {
    /// The error for creating a link whose code another link has or had with another case.
    public static func inOtherCase(_ other: LinkRecord) -> StoreError {
        other.isDeleted ? .deleted : .existsInOtherCase(code: String(other.key.code))
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound: "no such link"
        case .deleted: "the link was deleted; its code can't be reused"
        case .exists: "the link already exists"
        case .existsInOtherCase(let code):
            "the link already exists with the code \(code), and its site ignores the case of codes (`codes: any_case`)"
        case .conflict(let revision): "the link was changed in the meantime; its revision is now \(revision)"
        case .invalid(let field): "\(field) is too long or not valid"
        case .otherRequest: "the idempotency key was already used for a different request"
        case .missing(let path): "no link store at \(path)"
        case .foreign(let path): "\(path) is not a link store; it was not changed"
        case .newer(let path): "\(path) was written by a newer version; it was not changed"
        case .truncated(let path, let bytes, let needed):
            "\(path) is truncated: it has \(bytes) of \(needed) bytes; restore it from a backup"
        case .replaced(let path):
            "\(path) was replaced or removed while it was open; nothing was changed; restart the daemon"
        case .alreadyOpen(let path): "\(path) is already open in this process"
        case .inUse(let path): "\(path) is in use by another process; stop it first"
        case .notEmpty(let path): "\(path) is not empty"
        case .unsound(let path, let findings):
            "\(path) is damaged: a check has \(counted(findings, "finding")); nothing was restored"
        case .sourceAway(let reason): "the source of the links can't be reached: \(reason)"
        case .replica(let path):
            "\(path) is a replica of a source; change links through the admin address of a node"
        case .published(let place):
            "\(place) has published links: change them at their publisher, which this node follows"
        case .notReplica(let path): "\(path) is not a replica of a source"
        case .readOnly: "the store is open read-only"
        case .closed: "the store is closed"
        case .diskFull: "the disk is full; nothing was changed"
        case .failed(let path, let error): "\(path): \(error)"
        case .damaged(let what): "the store is damaged: \(what); restore it from a backup"
        }
    }
}
