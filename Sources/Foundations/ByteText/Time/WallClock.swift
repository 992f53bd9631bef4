/// A point in Unix time.
public struct WallClock: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Int64
    /// Microseconds within the second.
    public var microseconds: Int32

    /// Creates a time from both parts.
    public init(seconds: Int64, microseconds: Int32) {
        self.seconds = seconds
        self.microseconds = microseconds
    }
}
