/// Translates changes into writes; no other code does.
extension LinkTransaction {
    /// Applies a change, or throws the reason why not. After a throw, the transaction must not be committed if it wrote
    /// anything.
    mutating func apply(_ change: LinkChange) throws(StoreError) -> LinkResult {
        if replica != nil, change.isOfLinks {
            throw try publishedMark().target > 0 ? .published(place: path) : .replica(path: path)
        }
        switch change {
        case .create(let creation): return try create(creation)
        case .update(let key, let patch, let condition, let now):
            return try update(key, patch, if: condition, at: now)
        case .delete(let key, let condition, let now):
            return try delete(key, if: condition, at: now)
        case .all(let changes):
            var results: [Result<LinkResult, StoreError>] = []
            for change in changes { results.append(.success(try apply(change))) }
            return .each(results)
        case .each(let changes):
            var results: [Result<LinkResult, StoreError>] = []
            for change in changes { results.append(try attempt(change)) }
            return .each(results)
        case .load(let records): return .loaded(try load(records))
        case .count(let counts):
            try add(counts)
            return .counted
        case .claim(let claim): return .claimed(since: try note(claim))
        case .target(let note):
            try keep(note)
            return .counted
        case .journal(let change):
            try apply(change)
            return .counted
        case .secret(let name, let bytes): return .secret(try keepSecret(bytes, name))
        case .replicate(let change): return .replicated(try replicate(change))
        }
    }

    /// Applies one change of several. A failure of the store itself ends them all, and so does a rejection after a
    /// partial write, which only ``LinkChange/all(_:)`` can cause.
    private mutating func attempt(_ change: LinkChange) throws(StoreError) -> Result<LinkResult, StoreError> {
        let before = changes
        do throws(StoreError) { return .success(try apply(change)) } catch {
            guard error.isRefusal, changes == before else { throw error }
            return .failure(error)
        }
    }

    private mutating func create(_ creation: LinkCreation) throws(StoreError) -> LinkResult {
        if let request = creation.request, let known = try result(of: request) { return known }
        let existing = creation.findsExisting ? try oldest(like: creation.record) : nil
        let record: LinkRecord
        if let existing { record = existing } else { record = try make(creation) }
        if let request = creation.request { try keep(record, isNew: existing == nil, of: request) }
        return .link(record, isNew: existing == nil)
    }

    /// The oldest enabled link of the same domain with the same input.
    private func oldest(like record: LinkRecord) throws(StoreError) -> LinkRecord? {
        guard let fingerprint = record.fingerprint else { return nil }
        return try links(madeFrom: fingerprint).first {
            $0.key.domain == record.key.domain && !$0.isDisabled && !$0.isUnsafe
        }
    }

    private mutating func make(_ creation: LinkCreation) throws(StoreError) -> LinkRecord {
        var record = creation.record
        try record.validate()
        record.key = try freeKey([record.key] + creation.otherKeys, creation.ignoresCase)
        return try insert(record)
    }

    /// The first key that no link has or had.
    private func freeKey(_ keys: [LinkKey], _ ignoresCase: Bool) throws(StoreError) -> LinkKey {
        var refusal = StoreError.exists
        for key in keys {
            if let old = try link(key) {
                refusal = old.isDeleted ? .deleted : .exists
            } else if ignoresCase, let other = try otherSpelling(of: key) {
                refusal = .inOtherCase(other)
            } else {
                return key
            }
        }
        throw refusal
    }
}
