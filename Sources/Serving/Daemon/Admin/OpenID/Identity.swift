/// A person who has signed in at the identity provider, as their session has them.
struct Identity: Sendable, Equatable {
    /// The person at the provider (`sub`), 255 bytes at most.
    var subject: String
    /// What to call them.
    var name: String
    /// Those of their groups that had a role when they signed in: what a group's name is condensed to.
    var groups: [UInt64]
    /// The provider, and the client there, condensed: another one's people are others.
    var client: UInt64
}
