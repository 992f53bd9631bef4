/// How often what was asked was found in a cache. Counts of several workers add up.
public struct CacheCounts: Sendable, Equatable {
    /// How many decisions were asked for.
    public var decisions = 0
    /// How many of ``decisions`` were in the cache.
    public var cachedDecisions = 0
    /// How many devices were asked for.
    public var devices = 0
    /// How many of ``devices`` were in the cache.
    public var cachedDevices = 0

    /// All zero.
    public init() {}

    /// Adds another worker's counts to these.
    public mutating func add(_ other: CacheCounts) {
        decisions += other.decisions
        cachedDecisions += other.cachedDecisions
        devices += other.devices
        cachedDevices += other.cachedDevices
    }
}
