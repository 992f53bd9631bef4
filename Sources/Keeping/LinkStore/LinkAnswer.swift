public import ByteText

/// The result of a lookup on the click path.
public enum LinkAnswer: Sendable, Equatable {
    /// The long link, copied into the arena, the link's ID, and the number of seconds that caches may keep the target:
    /// 0 to prohibit caching, `nil` if the link does not set it.
    case found(longLink: TextRange, id: UInt64, cacheSeconds: Int? = nil)
    case unknown
    /// The link's start time is in the future.
    case notStarted
    /// The link has expired. The target for later clicks is copied into the arena; `nil` if the link has none.
    case expired(target: TextRange?)
    /// The link has a maximum number of clicks, and a lease of them must be requested from the source.
    case unleased(id: UInt64, maximum: UInt64)
    /// The link has reached its maximum number of clicks. The target for later clicks is as in ``expired(target:)``.
    case usedUp(target: TextRange?)
    case disabled
    case unsafe
    case deleted
    /// The store can't be read.
    case unavailable
}
