public import ByteText

/// The result of a look-up on the click path.
public enum LinkAnswer: Sendable, Equatable {
    /// The long link, copied into the arena, and the link's id.
    case found(longLink: TextRange, id: UInt64)
    case unknown
    /// The link starts to work later.
    case notStarted
    case expired
    /// The link has a maximum of clicks, and the source has to be asked for a portion of them.
    case unleased(id: UInt64, maximum: UInt64)
    /// The link has had its maximum number of clicks.
    case usedUp
    case disabled
    case deleted
    /// The store can't be read.
    case unavailable
}
