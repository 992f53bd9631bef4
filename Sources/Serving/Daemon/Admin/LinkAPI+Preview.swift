import HTTP
import LinkStore

/// What changes would do, for those who look before they change anything (`validate_only=true`).
extension LinkAPI {
    /// The parameter that has a change checked, and not made.
    static let validateOnly = "validate_only"
    /// The operations that have it. Others may be asked with any parameters, and change what they change.
    private static let validating: Set = ["createLink", "updateLink", "bulkLinks"]

    /// Whether a call changes nothing because it is not to.
    func isValidation(_ call: Call) -> Bool {
        Self.validating.contains(call.operation.name) && call.query[Self.validateOnly] == "true"
    }

    /// The link as a change would leave it, or as it is before it is deleted. Throws what the change would, as things stand
    /// now: a moment later it may differ.
    func foreseen(_ change: LinkChange) throws(APIError) -> LinkRecord {
        do throws(StoreError) { return try foresee(change) } catch { throw APIError(error, of: change) }
    }

    /// The results of many changes, each as if the others were not made; of two that make the same link, the second fails.
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
        switch change {
        case .create(let creation):
            let record = creation.record
            try record.validate()
            // One of the generated codes will be free.
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
