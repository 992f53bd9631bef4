/// Changes to a link, common to stores and sources.
extension LinkRecord {
    /// Throws ``StoreError/deleted``, or ``StoreError/conflict(revision:)`` if the revision does not meet the condition.
    public func requireLive(if condition: RevisionCondition) throws(StoreError) {
        if isDeleted { throw .deleted }
        guard condition.admits(revision) else { throw .conflict(revision: revision) }
    }

    /// The link with new values, at the next revision. Throws ``StoreError/invalid(_:)``.
    public func changed(by patch: LinkPatch, at now: Int64) throws(StoreError) -> LinkRecord {
        var record = self
        patch.apply(to: &record)
        // The link no longer matches the input that it was created from.
        if record.longLink != longLink { record.fingerprint = nil }
        record.revision += 1
        record.updated = now
        try record.validate()
        return record
    }

    /// The tombstone of the link at the next revision, which keeps its code from being used again.
    public func tombstone(at now: Int64) -> LinkRecord {
        var tombstone = LinkRecord(key: key, longLink: "", created: created)
        tombstone.id = id
        tombstone.revision = revision + 1
        tombstone.updated = now
        tombstone.isDeleted = true
        return tombstone
    }
}
