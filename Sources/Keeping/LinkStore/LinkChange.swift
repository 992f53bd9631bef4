/// A change to the store, as a value: an operation and its conditions.
///
/// The store applies it in one transaction, so nothing comes between a condition and its consequence. It contains
/// neither closures nor references, so it can be stored, or sent to another store and applied there. It may be applied
/// more than once until it is durable, and then counts once.
public enum LinkChange: Sendable, Equatable {
    /// Creates a link. Results in ``LinkResult/link(_:isNew:)``.
    ///
    /// Rejected with ``StoreError/exists``, or ``StoreError/deleted`` if the code was once in use.
    case create(LinkCreation)
    /// Updates an existing link if its revision meets the condition, and increments the revision. Results in
    /// ``LinkResult/changed(_:from:)``.
    ///
    /// Rejected with ``StoreError/notFound``, ``StoreError/deleted`` or ``StoreError/conflict(revision:)``.
    case update(LinkKey, LinkPatch, if: RevisionCondition = .any, at: Int64)
    /// Deletes a link. Its code is never used again, and its counts stay. Results in the link's tombstone, as
    /// ``LinkResult/changed(_:from:)``; rejected like an update.
    case delete(LinkKey, if: RevisionCondition = .any, at: Int64)
    /// Applies all of these changes or, if one is rejected, none. Results in ``LinkResult/each(_:)``.
    case all([LinkChange])
    /// Applies each of these changes independently; a rejected one has no effect on the others. Results in
    /// ``LinkResult/each(_:)``.
    case each([LinkChange])
    /// Creates many links, faster than one by one. Results in ``LinkResult/loaded(_:)``, which lists those that were
    /// not created.
    case load([LinkRecord])
    /// Adds to the counters of links, and the properties of the clicks to their breakdowns; fastest if counters of one link
    /// and day are adjacent. Results in ``LinkResult/counted``.
    case count([LinkCount], ClickDetails = ClickDetails())
    /// Records an app's claim of the click before its installation. Results in ``LinkResult/claimed(since:)``.
    case claim(InstallClaim)
    /// Records the results of target checks, and the progress of the round. Changes neither the revision nor the update
    /// time of a link. Results in ``LinkResult/counted``.
    case target(TargetNote)
    /// Starts or trims the journal of other processes' changes. Results in ``LinkResult/counted``.
    case journal(JournalChange)
    /// Stores a secret under a name, unless there is one already. Results in the stored one, as
    /// ``LinkResult/secret(_:)``. The name has no zero byte and at most 400 bytes.
    case secret(String, [UInt8])
    /// Applies changes from a source of truth. Results in ``LinkResult/replicated(_:)``; rejected with
    /// ``StoreError/notReplica(path:)`` by a standalone store.
    case replicate(ReplicaChange)
}

extension LinkChange {
    /// Whether it creates, changes or deletes links itself. A replica only accepts such changes from its source.
    var isOfLinks: Bool {
        switch self {
        case .create, .update, .delete, .load: true
        case .all(let changes), .each(let changes): changes.contains(where: \.isOfLinks)
        case .count, .claim, .target, .journal, .secret, .replicate: false
        }
    }
}

extension LinkChange {
    /// The change with its author, for the history of links.
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

/// A link to create.
public struct LinkCreation: Sendable, Equatable {
    /// The link. The store assigns its ID and revision.
    public var record: LinkRecord
    /// The keys to try next, in order, if the record's own is or was in use.
    public var otherKeys: [LinkKey] = []
    /// Whether to create nothing if a link of the same domain has the same fingerprint, has no password, and is
    /// neither disabled nor marked as unsafe. The result is then the oldest such link, by creation time. At a source, a link that was enabled
    /// through another node counts once the node has that change.
    public var findsExisting = false
    /// Whether a key counts as in use if a link has or had its code with another case.
    public var ignoresCase = false
    /// The request that creates the link, if it is idempotent.
    public var request: RequestMark?

    /// Creates a link with this key only, without looking for an existing one.
    public init(_ record: LinkRecord) { self.record = record }
}

/// The result of a change, sufficient to respond to its caller.
///
/// The properties return the results of the changes that their comments name; they trap for other kinds of results.
public enum LinkResult: Sendable, Equatable {
    /// The current link, and whether this change created it.
    case link(LinkRecord, isNew: Bool)
    /// The link after an update, or its tombstone after a deletion, and the previous link.
    case changed(LinkRecord, from: LinkRecord)
    /// The results of many changes, in order.
    case each([Result<LinkResult, StoreError>])
    /// The links of a load that were not created, in order.
    case loaded([LoadRefusal])
    case counted
    /// The time of the first claim, in seconds since 1970: the current time, unless it was claimed before.
    case claimed(since: Int64)
    case secret([UInt8])
    /// The positions of the shards that a change of a replica concerned.
    case replicated([ShardPosition])

    /// The link of a creation, an update or a deletion.
    public var link: LinkRecord {
        switch self {
        case .link(let record, _), .changed(let record, _): return record
        default: preconditionFailure("the change was not one to a link")
        }
    }

    /// All links in the result.
    package var links: [LinkRecord] {
        switch self {
        case .link(let record, _), .changed(let record, _): [record]
        case .each(let results): results.flatMap { (try? $0.get())?.links ?? [] }
        default: []
        }
    }

    /// The results of many changes.
    public var each: [Result<LinkResult, StoreError>] {
        guard case .each(let results) = self else { preconditionFailure("the change was not one of many") }
        return results
    }

    /// The links of a load that were not created.
    public var refusals: [LoadRefusal] {
        guard case .loaded(let refusals) = self else { preconditionFailure("the change was not a load") }
        return refusals
    }

    /// The positions of the shards that a change of a replica concerned.
    public var positions: [ShardPosition] {
        guard case .replicated(let positions) = self else { preconditionFailure("the change was not of a replica") }
        return positions
    }

    /// The stored secret.
    public var secret: [UInt8] {
        guard case .secret(let bytes) = self else { preconditionFailure("the change was not to keep a secret") }
        return bytes
    }
}

/// A link of a load that was not created.
public struct LoadRefusal: Sendable, Equatable {
    /// The index of the link in the load.
    public var index: Int
    /// The reason; `nil` if the link already existed with the same contents.
    public var error: StoreError?
    /// The ID of the link that has or had its key; `nil` if the link itself was rejected.
    public var knownID: UInt64?

    /// A rejected link or, without an error, one that already existed.
    public init(index: Int, error: StoreError?, knownID: UInt64? = nil) {
        self.index = index
        self.error = error
        self.knownID = knownID
    }
}
