/// The links of a store as a table.
extension LinkTransaction: LinkTable {
    static func rejection(_ reason: StoreError) -> StoreError { reason }

    /// Throws if the change creates, changes or deletes links of a replica, which only its source does.
    func requireOwnLinks(for change: LinkChange) throws(StoreError) {
        guard replica != nil, change.isOfLinks else { return }
        throw try publishedMark().target > 0 ? .published(place: path) : .replica(path: path)
    }

    func existing(like record: LinkRecord) throws(StoreError) -> LinkRecord? {
        guard let fingerprint = record.fingerprint else { return nil }
        return try links(madeFrom: fingerprint).oldest(like: record)
    }

    mutating func applyOther(_ change: LinkChange) throws(StoreError) -> LinkResult {
        switch change {
        case .create, .update, .delete, .all: return try apply(change)
        case .each(let changes):
            var results: [Result<LinkResult, StoreError>] = []
            for change in changes { results.append(try attempt(change)) }
            return .each(results)
        case .load(let records): return .loaded(try load(records))
        case .count(let counts, let details):
            try add(counts)
            try add(details)
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
}
