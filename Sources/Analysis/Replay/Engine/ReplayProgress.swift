/// How far a replay is.
public struct ReplayProgress: Sendable {
    /// Bytes of the inputs that were read, still compressed if the files are.
    public var bytesRead: Int64
    /// Bytes of all inputs; nil if an input's size is unknown, such as that of standard input.
    public var bytesInAll: Int64?
    /// Lines that were read.
    public var lines: Int
    /// Seconds since the start.
    public var seconds: Double

    /// Lines a second.
    public var rate: Double { seconds > 0 ? Double(lines) / seconds : 0 }

    /// Seconds until the end at the rate so far.
    public var secondsLeft: Double? {
        guard let bytesInAll, bytesRead > 0, seconds > 0 else { return nil }
        return max(0, Double(bytesInAll - bytesRead)) * seconds / Double(bytesRead)
    }
}
