import LinkStore

/// A row that a transaction writes.
struct ChangedRow {
    let row: ReplicaRow
    let record: LinkRecord
    /// The version that the row has; nil for a new one.
    let expected: UInt64?
}
