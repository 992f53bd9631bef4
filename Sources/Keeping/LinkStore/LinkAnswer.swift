public import ByteText

/// What a look-up on the click path has come to.
public enum LinkAnswer: Sendable, Equatable {
    /// The long link, copied into the arena, and the link's id.
    case found(longLink: TextRange, id: UInt64)
    case unknown
    /// The link begins to work later.
    case notStarted
    case expired
    /// The link had as many clicks as it is good for.
    case usedUp
    case disabled
    case deleted
    /// The store can't be looked into.
    case unavailable
}
