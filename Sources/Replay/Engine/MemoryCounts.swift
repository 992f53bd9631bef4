/// How often what was asked was remembered. Counts of several workers add up.
public struct MemoryCounts: Sendable, Equatable {
    public var decisions = 0
    public var rememberedDecisions = 0
    public var devices = 0
    public var rememberedDevices = 0

    public init() {}

    public mutating func add(_ other: MemoryCounts) {
        decisions += other.decisions
        rememberedDecisions += other.rememberedDecisions
        devices += other.devices
        rememberedDevices += other.rememberedDevices
    }
}
