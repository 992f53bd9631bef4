public import ByteText

/// The result of a look-up on the click path.
public enum LinkAnswer: Sendable, Equatable {
    /// The long link, copied into the arena, the link's id, and how many seconds caches may keep where it leads: 0 for not at
    /// all, nil where the link does not say.
    case found(longLink: TextRange, id: UInt64, cacheSeconds: Int? = nil)
    case unknown
    /// The link starts to work later.
    case notStarted
    /// The link's time is over. The address for later clicks is copied into the arena; nil where the link has none.
    case expired(target: TextRange?)
    /// The link has a maximum of clicks, and the source has to be asked for a portion of them.
    case unleased(id: UInt64, maximum: UInt64)
    /// The link has had its maximum number of clicks. The address for later ones is as with ``expired(target:)``.
    case usedUp(target: TextRange?)
    case disabled
    case unsafe
    case deleted
    /// The store can't be read.
    case unavailable
}
