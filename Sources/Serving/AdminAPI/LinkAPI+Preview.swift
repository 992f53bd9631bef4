import Access
import HTTP
import LinkStore

/// Previews of changes (`validate_only=true`).
extension LinkAPI {
    /// The parameter that checks a change without making it.
    static let validateOnly = "validate_only"
    /// The operations that support it. Other operations ignore it and make their change.
    private static let validating: Set = ["createLink", "updateLink", "bulkLinks"]

    /// Whether a call is a preview and changes nothing.
    func isValidation(_ call: Call) -> Bool {
        Self.validating.contains(call.operation.name) && call.query[Self.validateOnly] == "true"
    }

    /// The link after a change, or before its deletion. Throws the error that the change would, as of now; it may differ a
    /// moment later.
    func foreseen(_ change: LinkChange) throws(APIError) -> LinkRecord {
        do throws(StoreError) { return try foresee(change) } catch { throw APIError(error, of: change) }
    }

    /// The results of many changes, each as if the others were not made. Of two that create the same link, the second fails.
    func foreseen(_ changes: [LinkChange]) -> [Result<LinkResult, StoreError>] {
        var made: Set<String> = []
        return changes.map { change in
            do throws(StoreError) {
                let record = try foresee(change)
                if case .create = change, !made.insert(record.key.text).inserted { throw .exists }
                return .success(.link(record, isNew: false))
            } catch { return .failure(error) }
        }
    }

    private func foresee(_ change: LinkChange) throws(StoreError) -> LinkRecord {
        // The effort of hashing a password is for the change itself.
        switch change.concealingPasswords() {
        case .create(let creation):
            let record = creation.record
            try record.validate()
            // A free code will be generated.
            guard record.suffix == .custom, let known = try store.link(record.key) else { return record }
            throw known.isDeleted ? .deleted : .exists
        case .update(let key, let patch, let condition, let now):
            var record = try store.liveLink(key)
            guard condition.admits(record.revision) else { throw .conflict(revision: record.revision) }
            patch.apply(to: &record)
            record.updated = now
            try record.validate()
            return record
        case .delete(let key, let condition, _):
            let record = try store.liveLink(key)
            guard condition.admits(record.revision) else { throw .conflict(revision: record.revision) }
            return record
        default: throw .readOnly
        }
    }
}
