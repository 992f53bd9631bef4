/// How far a replay is.
public struct ReplayProgress: Sendable {
    /// Bytes of the inputs that were read, as they stand in the files.
    public var bytesRead: Int64
    /// Bytes of all inputs; nil where an input does not say, such as standard input.
    public var bytesInAll: Int64?
    public var lines: Int
    public var seconds: Double

    /// Lines a second.
    public var rate: Double { seconds > 0 ? Double(lines) / seconds : 0 }

    /// Seconds until the end at the rate so far.
    public var secondsLeft: Double? {
        guard let bytesInAll, bytesRead > 0, seconds > 0 else { return nil }
        return max(0, Double(bytesInAll - bytesRead)) * seconds / Double(bytesRead)
    }
}
