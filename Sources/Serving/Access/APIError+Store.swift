import HTTP
package import LinkStore

extension APIError {
    /// The error for a store error.
    package init(_ error: StoreError) {
        switch error {
        case .notFound:
            self.init(.notFound, error.description)
            isOfMissingLink = true
        case .deleted: self.init(.notFound, error.description)
        case .exists, .existsInOtherCase: self.init(.conflict, error.description)
        case .conflict: self.init(.preconditionFailed, "the link was changed in the meantime; get it again")
        case .invalid: self.init(.badRequest, error.description)
        case .otherRequest:
            self.init(.unprocessableContent, "this Idempotency-Key was already used for a different request")
        case .readOnly, .closed, .diskFull, .inUse, .notEmpty, .missing, .published:
            self.init(.serviceUnavailable, error.description)
        case .sourceAway:
            self.init(.serviceUnavailable, "the source of the links can't be reached; try again", retryAfter: 5)
        case .replica:
            self.init(
                .serviceUnavailable,
                "the store is a replica of a source; start the daemon with --source to change links")
        case .replaced:
            self.init(.serviceUnavailable, "the store's file was replaced while it was open; restart the daemon")
        case .notReplica, .foreign, .newer, .truncated, .alreadyOpen, .unsound, .failed, .damaged:
            self.init(.internalServerError, "the store is unavailable")
        }
    }
}
