/// A point in time as Unix counts it.
public struct WallClock: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Int64
    /// Microseconds within the second.
    public var microseconds: Int32

    /// A time of both its parts.
    public init(seconds: Int64, microseconds: Int32) {
        self.seconds = seconds
        self.microseconds = microseconds
    }
}
