/// A change to the store, as a value: what is to be done, and under which conditions.
///
/// The store decides all of it in one transaction, so that nothing comes between a condition and what follows from it. A
/// change has neither closures nor references: it can be written down, sent to another store and made there. It may be
/// made more than once until it is on the disk, and then counts once.
public enum LinkChange: Sendable, Equatable {
    /// Makes a link. Comes to ``LinkResult/link(_:isNew:)``.
    ///
    /// Refused with ``StoreError/exists``, or ``StoreError/deleted`` where the code was in use once.
    case create(LinkCreation)
    /// Changes a link that is there, where it has one of the revisions that are meant; its revision becomes one more. Comes
    /// to ``LinkResult/link(_:isNew:)``.
    ///
    /// Refused with ``StoreError/notFound``, ``StoreError/deleted`` or ``StoreError/conflict(revision:)``.
    case update(LinkKey, LinkPatch, if: RevisionCondition = .any, at: Int64)
    /// Deletes a link. Its code is never used again; what was counted for it stays. Comes to what is kept of the link, as
    /// ``LinkResult/link(_:isNew:)``, and is refused as an update is.
    case delete(LinkKey, if: RevisionCondition = .any, at: Int64)
    /// All of these changes or, where one is refused, none. Comes to ``LinkResult/each(_:)``.
    case all([LinkChange])
    /// Each of these changes by itself: one that is refused changes nothing and keeps no other from being made. Comes to
    /// ``LinkResult/each(_:)``.
    case each([LinkChange])
    /// Makes many links, faster than one by one. Comes to ``LinkResult/loaded(_:)``, which names those that were not made.
    case load([LinkRecord])
    /// Adds to the counters of links. Those of one link and day are best side by side. Comes to ``LinkResult/counted``.
    case count([LinkCount])
    /// Keeps a secret under a name, unless there is one already. Comes to the one that is there, as
    /// ``LinkResult/secret(_:)``. The name has no zero byte and at most 400 bytes.
    case secret(String, [UInt8])
}

/// Which revisions of a link a change is meant for.
public enum RevisionCondition: Sendable, Equatable {
    case any
    case oneOf([UInt64])

    /// Whether a revision is one of those that are meant.
    public func admits(_ revision: UInt64) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let revisions): revisions.contains(revision)
        }
    }
}

/// A link that is to be made.
public struct LinkCreation: Sendable, Equatable {
    /// The link. Id and revision are the store's to give.
    public var record: LinkRecord
    /// The keys to try next, in their order, where that of the record is in use or was once.
    public var otherKeys: [LinkKey] = []
    /// Whether nothing is made where a link of the same domain has the same fingerprint and is not disabled: the oldest of
    /// them is the result then.
    public var findsExisting = false
    /// The request that the link is made for, where that may come twice and is to be done once.
    public var request: RequestMark?

    /// A link with this key and no other, made in any case.
    public init(_ record: LinkRecord) { self.record = record }
}

/// What a change has come to: by itself enough to answer whoever asked for it.
///
/// The properties give what the changes come to that name them; they trap for the result of another kind of change.
public enum LinkResult: Sendable, Equatable {
    /// The link as it is now, and whether this change made it.
    case link(LinkRecord, isNew: Bool)
    /// What each of many changes has come to, in their order.
    case each([Result<LinkResult, StoreError>])
    /// The links of a load that were not made, in their order.
    case loaded([LoadRefusal])
    case counted
    case secret([UInt8])

    /// The link that a creation, an update or a deletion is about.
    public var link: LinkRecord {
        guard case .link(let record, _) = self else { preconditionFailure("the change was not one to a link") }
        return record
    }

    /// What each of many changes has come to.
    public var each: [Result<LinkResult, StoreError>] {
        guard case .each(let results) = self else { preconditionFailure("the change was not one of many") }
        return results
    }

    /// The links of a load that were not made.
    public var refusals: [LoadRefusal] {
        guard case .loaded(let refusals) = self else { preconditionFailure("the change was not a load") }
        return refusals
    }

    /// The secret that is kept.
    public var secret: [UInt8] {
        guard case .secret(let bytes) = self else { preconditionFailure("the change was not to keep a secret") }
        return bytes
    }
}

/// A link of a load that was not made.
public struct LoadRefusal: Sendable, Equatable {
    /// Its place among those that were given.
    public var index: Int
    /// Why not; nil where the link is there already as it was given.
    public var error: StoreError?

    public init(index: Int, error: StoreError?) {
        self.index = index
        self.error = error
    }
}
