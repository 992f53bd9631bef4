public import LinkStore
public import Links

extension LinkFields {
    /// Changes a link as the fields say; the place of a link, how its code came to be and when it was made stay.
    public func apply(to record: inout LinkRecord) {
        if let longLink { record.longLink = longLink }
        if let name { record.name = name }
        if let note { record.note = note }
        if let tags { record.tags = tags }
        if let attributes { record.attributes = attributes }
        if let starts { record.starts = starts }
        if let expires { record.expires = expires }
        if let maximumClicks { record.maximumClicks = maximumClicks }
        if let isArchived { record.isArchived = isArchived }
        if let isDisabled { record.isDisabled = isDisabled }
        if let isManaged { record.isManaged = isManaged }
    }

    /// Changes a link in the store, where it has one of the revisions that are meant.
    @discardableResult
    public func update(
        _ key: LinkKey, if isMeant: (UInt64) -> Bool = { _ in true }, in transaction: inout LinkTransaction,
        at now: Int64
    ) throws(StoreError) -> LinkRecord {
        guard var record = try transaction.link(key) else { throw .notFound }
        if record.isDeleted { throw .deleted }
        guard isMeant(record.revision) else { throw .conflict(revision: record.revision) }
        // The input that it was made for is another one then.
        if let longLink, longLink != record.longLink { record.fingerprint = nil }
        apply(to: &record)
        return try transaction.update(record, ifRevision: record.revision, at: now)
    }

    /// The link of a file's line, which has its code.
    ///
    /// - Parameter now: For links that don't say when they were made.
    public func record(now: Int64) throws(ShortLinkFault) -> LinkRecord {
        guard let domain, let code else { throw .invalid("the link has no short link; give link, or domain and code") }
        guard let longLink else { throw .invalid("the link has no long_link") }
        try CustomCode.check(code)
        guard let key = LinkKey(domain: domain, code: code) else {
            throw .invalid("\(domain)/\(code) is no short link")
        }
        var record = LinkRecord(key: key, longLink: longLink, created: created ?? now)
        record.updated = updated ?? record.created
        apply(to: &record)
        record.suffix = suffix ?? CustomCode.suffix(of: code)
        if isReused ?? false {
            record.fingerprint =
                isCanonical
                ? LinkFingerprint(canonical: longLink.utf8.span, record.suffix)
                : LinkFingerprint(longLink: longLink, record.suffix)
        }
        return record
    }
}
