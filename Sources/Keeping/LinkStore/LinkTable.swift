/// Links that changes are applied to: those of a store, or those that a transaction has locked at a source.
///
/// ``apply(_:)`` applies changes to both, so their results are equal. A rejected change to one link has written nothing.
package protocol LinkTable: ~Copyable {
    /// An error of a change: a rejection, or an error of the table itself.
    associatedtype Failure: Error

    /// The error for a rejection.
    static func rejection(_ reason: StoreError) -> Failure

    /// A link, possibly deleted; `nil` if there is none.
    func link(_ key: LinkKey) throws(Failure) -> LinkRecord?
    /// A link whose code differs only in case, deleted only if there is no other; `nil` if there is none.
    func otherSpelling(of key: LinkKey) throws(Failure) -> LinkRecord?
    /// The link that a creation with this record finds, as `oldest(like:)` defines it; `nil` if there is none.
    func existing(like record: LinkRecord) throws(Failure) -> LinkRecord?
    /// The earlier result of a request; `nil` if it is new. Throws ``StoreError/otherRequest``.
    func result(of request: RequestMark) throws(Failure) -> LinkResult?

    /// Writes a link whose key is free; returns it with its ID and its revision.
    mutating func insert(_ new: LinkRecord) throws(Failure) -> LinkRecord
    /// Writes a new state of a link, or its tombstone; returns it with its revision.
    mutating func replace(_ old: LinkRecord, with new: LinkRecord, by author: String?) throws(Failure) -> LinkRecord
    /// Stores the result of a request for repetitions.
    mutating func keep(_ record: LinkRecord, isNew: Bool, of request: RequestMark) throws(Failure)
    /// Applies a change other than `create`, `update`, `delete` and `all`.
    mutating func applyOther(_ change: LinkChange) throws(Failure) -> LinkResult
}

extension Sequence<LinkRecord> {
    /// The oldest link that a creation with ``LinkCreation/findsExisting`` and this record finds; `nil` if there is
    /// none.
    package func oldest(like record: LinkRecord) -> LinkRecord? { oldest(1, like: record).first }

    /// The oldest links, at most `count`, of which such a creation finds the first.
    package func oldest(_ count: Int, like record: LinkRecord) -> [LinkRecord] {
        guard let fingerprint = record.fingerprint else { return [] }
        let found = filter {
            $0.fingerprint == fingerprint && $0.key.domain == record.key.domain && !$0.isDeleted && !$0.isDisabled
                && !$0.isUnsafe && $0.password == nil
        }
        return Array(found.sorted { ($0.created, $0.id) < ($1.created, $1.id) }.prefix(count))
    }
}
