/// A change to the store, as a value: what to do, and under which conditions.
///
/// The store makes all of it in one transaction, so that nothing comes between a condition and its consequence. A
/// change has neither closures nor references: it can be stored, sent to another store and applied there. It may be
/// applied more than once until it is on the disk, and then counts once.
public enum LinkChange: Sendable, Equatable {
    /// Makes a link. Results in ``LinkResult/link(_:isNew:)``.
    ///
    /// Refused with ``StoreError/exists``, or ``StoreError/deleted`` if the code was once in use.
    case create(LinkCreation)
    /// Changes an existing link if its revision meets the condition; the revision increases by one. Results in
    /// ``LinkResult/changed(_:from:)``.
    ///
    /// Refused with ``StoreError/notFound``, ``StoreError/deleted`` or ``StoreError/conflict(revision:)``.
    case update(LinkKey, LinkPatch, if: RevisionCondition = .any, at: Int64)
    /// Deletes a link. Its code is never used again; its counts stay. Results in what is kept of the link, as
    /// ``LinkResult/changed(_:from:)``, and is refused as an update is.
    case delete(LinkKey, if: RevisionCondition = .any, at: Int64)
    /// All of these changes or, if one is refused, none. Results in ``LinkResult/each(_:)``.
    case all([LinkChange])
    /// Each of these changes on its own: a refused one changes nothing and does not stop the others. Results in
    /// ``LinkResult/each(_:)``.
    case each([LinkChange])
    /// Makes many links, faster than one by one. Results in ``LinkResult/loaded(_:)``, which lists those that were not
    /// made.
    case load([LinkRecord])
    /// Adds to the counters of links; fastest when those of one link and day are adjacent. Results in
    /// ``LinkResult/counted``.
    case count([LinkCount])
    /// Notes that an app has asked where the click before its installation led. Results in ``LinkResult/claimed(since:)``.
    case claim(InstallClaim)
    /// Keeps what was found at the target of some links, and how far the round has come. Changes no link: neither its revision nor
    /// its time of change. Results in ``LinkResult/counted``.
    case target(TargetNote)
    /// Begins or shortens the journal of what other processes change. Results in ``LinkResult/counted``.
    case journal(JournalChange)
    /// Keeps a secret under a name, unless there is one already. Results in the one that is kept, as
    /// ``LinkResult/secret(_:)``. The name has no zero byte and at most 400 bytes.
    case secret(String, [UInt8])
    /// Follows a source of truth. Results in ``LinkResult/replicated(_:)``; refused with ``StoreError/notReplica(path:)`` for
    /// a store of its own.
    case replicate(ReplicaChange)
}

extension LinkChange {
    /// Whether it makes, changes or deletes links by itself: what a replica only does as its source has done it.
    var isOfLinks: Bool {
        switch self {
        case .create, .update, .delete, .load: true
        case .all(let changes), .each(let changes): changes.contains(where: \.isOfLinks)
        case .count, .claim, .target, .journal, .secret, .replicate: false
        }
    }
}

extension LinkChange {
    /// The change with the client that makes it, for the history of links.
    public func made(by author: String) -> LinkChange {
        switch self {
        case .update(let key, var patch, let condition, let now):
            patch.author = author
            return .update(key, patch, if: condition, at: now)
        case .all(let changes): return .all(changes.map { $0.made(by: author) })
        case .each(let changes): return .each(changes.map { $0.made(by: author) })
        case .create, .delete, .load, .count, .claim, .target, .journal, .secret, .replicate: return self
        }
    }
}

/// The revisions of a link that a change applies to.
public enum RevisionCondition: Sendable, Equatable {
    case any
    case oneOf([UInt64])

    /// Whether a revision meets the condition.
    public func admits(_ revision: UInt64) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let revisions): revisions.contains(revision)
        }
    }
}

/// A link to be made.
public struct LinkCreation: Sendable, Equatable {
    /// The link. The store assigns its ID and revision.
    public var record: LinkRecord
    /// The keys to try next, in order, if the record's own is or was in use.
    public var otherKeys: [LinkKey] = []
    /// Whether to make nothing if a link of the same domain has the same fingerprint and is not disabled: then the
    /// oldest such link is the result.
    public var findsExisting = false
    /// Whether a key counts as in use if a link has or had its code in another case.
    public var ignoresCase = false
    /// The request that makes the link, if it may be repeated and must take effect once.
    public var request: RequestMark?

    /// Makes a link with this key and no other, without looking for an existing one.
    public init(_ record: LinkRecord) { self.record = record }
}

/// The result of a change: enough by itself to answer its caller.
///
/// The properties return the results of the changes that their comments name; for another kind of result they trap.
public enum LinkResult: Sendable, Equatable {
    /// The link as it is now, and whether this change made it.
    case link(LinkRecord, isNew: Bool)
    /// The link after an update, or its remains after a deletion, and the link before.
    case changed(LinkRecord, from: LinkRecord)
    /// The results of many changes, in their order.
    case each([Result<LinkResult, StoreError>])
    /// The links of a load that were not made, in their order.
    case loaded([LoadRefusal])
    case counted
    /// When the claim was made first, in seconds since 1970: now, unless it was made before.
    case claimed(since: Int64)
    case secret([UInt8])
    /// The positions of the shards that a change of a replica was about.
    case replicated([ShardPosition])

    /// The link that a creation, an update or a deletion was about.
    public var link: LinkRecord {
        switch self {
        case .link(let record, _), .changed(let record, _): return record
        default: preconditionFailure("the change was not one to a link")
        }
    }

    /// The results of many changes.
    public var each: [Result<LinkResult, StoreError>] {
        guard case .each(let results) = self else { preconditionFailure("the change was not one of many") }
        return results
    }

    /// The links of a load that were not made.
    public var refusals: [LoadRefusal] {
        guard case .loaded(let refusals) = self else { preconditionFailure("the change was not a load") }
        return refusals
    }

    /// The positions of the shards that a change of a replica was about.
    public var positions: [ShardPosition] {
        guard case .replicated(let positions) = self else { preconditionFailure("the change was not of a replica") }
        return positions
    }

    /// The secret that is kept.
    public var secret: [UInt8] {
        guard case .secret(let bytes) = self else { preconditionFailure("the change was not to keep a secret") }
        return bytes
    }
}

/// A link of a load that was not made.
public struct LoadRefusal: Sendable, Equatable {
    /// Its index among the links of the load.
    public var index: Int
    /// Why it was not made; nil if the link already existed as given.
    public var error: StoreError?
    /// The ID of the link that has or had its key; nil where it was refused for itself.
    public var knownID: UInt64?

    /// A refusal, or with no error a link that already existed.
    public init(index: Int, error: StoreError?, knownID: UInt64? = nil) {
        self.index = index
        self.error = error
        self.knownID = knownID
    }
}
