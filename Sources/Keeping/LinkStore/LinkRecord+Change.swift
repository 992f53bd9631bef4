/// What becomes of a link when it is changed, wherever it is kept.
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
        // The link then no longer matches the input that it was made for.
        if record.longLink != longLink { record.fingerprint = nil }
        record.revision += 1
        record.updated = now
        try record.validate()
        return record
    }

    /// What is kept of the link once it is deleted, at the next revision, so that its code is not used again.
    public func stone(at now: Int64) -> LinkRecord {
        var stone = LinkRecord(key: key, longLink: "", created: created)
        stone.id = id
        stone.revision = revision + 1
        stone.updated = now
        stone.isDeleted = true
        return stone
    }
}
