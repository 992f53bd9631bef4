/// A user of the identity provider, as stored in a session.
struct Identity: Sendable, Equatable {
    /// The identifier at the provider (`sub`), at most 255 bytes.
    var subject: String
    /// The display name.
    var name: String
    /// Hashes of the names of those groups of the user that had a role at sign-in.
    var groups: [UInt64]
    /// A hash of the provider and the client ID there. Another provider's users are different people.
    var client: UInt64
}
