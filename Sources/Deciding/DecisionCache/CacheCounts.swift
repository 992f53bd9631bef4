/// Hit counters of the decision and device caches. Counters of several workers add up.
public struct CacheCounts: Sendable, Equatable {
    /// Number of decisions requested.
    public var decisions = 0
    /// Number of ``decisions`` served from the cache.
    public var cachedDecisions = 0
    /// Number of devices looked up.
    public var devices = 0
    /// Number of ``devices`` served from the cache.
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
