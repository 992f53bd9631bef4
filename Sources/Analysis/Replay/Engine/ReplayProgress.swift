/// The progress of a replay.
public struct ReplayProgress: Sendable {
    /// The number of bytes read from the inputs, before decompression.
    public var bytesRead: Int64
    /// The size of all inputs; `nil` if an input's size is unknown, for example that of standard input.
    public var bytesInAll: Int64?
    /// Lines that were read.
    public var lines: Int
    /// Seconds since the start.
    public var seconds: Double

    /// Lines per second.
    public var rate: Double { seconds > 0 ? Double(lines) / seconds : 0 }

    /// The estimated remaining time in seconds, at the average rate so far.
    public var secondsLeft: Double? {
        guard let bytesInAll, bytesRead > 0, seconds > 0 else { return nil }
        return max(0, Double(bytesInAll - bytesRead)) * seconds / Double(bytesRead)
    }
}
