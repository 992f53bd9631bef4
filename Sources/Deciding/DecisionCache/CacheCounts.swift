/// How often what was asked was found in a cache. Counts of several workers add up.
public struct CacheCounts: Sendable, Equatable {
    public var decisions = 0
    public var cachedDecisions = 0
    public var devices = 0
    public var cachedDevices = 0

    public init() {}

    public mutating func add(_ other: CacheCounts) {
        decisions += other.decisions
        cachedDecisions += other.cachedDecisions
        devices += other.devices
        cachedDevices += other.cachedDevices
    }
}
