import LinkStore

/// A row that a transaction writes.
struct ChangedRow {
    let row: ReplicaRow
    let record: LinkRecord
    /// The row's current version; `nil` for a new row.
    let expected: UInt64?
}
