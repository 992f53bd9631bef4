/// The meaning of changes to links, in stores and at sources; no other code defines it.
extension LinkTable where Self: ~Copyable {
    /// Applies a change, or throws the reason why not. After a throw, the table must not be committed if anything was
    /// written, which only ``LinkChange/all(_:)`` can cause.
    package mutating func apply(_ change: LinkChange) throws(Failure) -> LinkResult {
        switch change {
        case .create(let creation): return try create(creation)
        case .update(let key, let patch, let condition, let now):
            return try replace(key, if: condition, by: patch.author) { old throws(StoreError) in
                try old.changed(by: patch, at: now)
            }
        case .delete(let key, let condition, let now):
            return try replace(key, if: condition) { old in old.tombstone(at: now) }
        case .all(let changes):
            var results: [Result<LinkResult, StoreError>] = []
            for change in changes { results.append(.success(try apply(change))) }
            return .each(results)
        case .each, .load, .count, .claim, .target, .journal, .secret, .replicate: return try applyOther(change)
        }
    }

    private mutating func replace(
        _ key: LinkKey, if condition: RevisionCondition, by author: String? = nil,
        with next: (LinkRecord) throws(StoreError) -> LinkRecord
    ) throws(Failure) -> LinkResult {
        guard let old = try link(key) else { throw Self.rejection(.notFound) }
        let new: LinkRecord
        do throws(StoreError) {
            try old.requireLive(if: condition)
            new = try next(old)
        } catch { throw Self.rejection(error) }
        return .changed(try replace(old, with: new, by: author), from: old)
    }

    private mutating func create(_ creation: LinkCreation) throws(Failure) -> LinkResult {
        if let request = creation.request, let known = try result(of: request) { return known }
        let existing = creation.findsExisting ? try existing(like: creation.record) : nil
        let record: LinkRecord
        if let existing { record = existing } else { record = try make(creation) }
        if let request = creation.request { try keep(record, isNew: existing == nil, of: request) }
        return .link(record, isNew: existing == nil)
    }

    private mutating func make(_ creation: LinkCreation) throws(Failure) -> LinkRecord {
        var record = creation.record
        do throws(StoreError) { try record.validate() } catch { throw Self.rejection(error) }
        record.key = try freeKey([record.key] + creation.otherKeys, creation.ignoresCase)
        return try insert(record)
    }

    /// The first key that no link has or had.
    private func freeKey(_ keys: [LinkKey], _ ignoresCase: Bool) throws(Failure) -> LinkKey {
        var reason = StoreError.exists
        for key in keys {
            if let old = try link(key) {
                reason = old.isDeleted ? .deleted : .exists
            } else if ignoresCase, let other = try otherSpelling(of: key) {
                reason = .inOtherCase(other)
            } else {
                return key
            }
        }
        throw Self.rejection(reason)
    }
}
