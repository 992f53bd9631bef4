public import DecisionCache
public import LogFormats
import Routing

/// Deciding again what logs record; see ``run(_:_:isInterrupted:progress:makeVisitor:)``.
public enum Replay {}

/// The result of a replay.
public struct ReplayResult<Sums: Sendable>: Sendable {
    /// The sums of each worker's visitor, in no particular order.
    public var sums: [Sums]
    /// The lines of all inputs.
    public var counts: LineCounts
    /// The first bad lines of each kind, five at most, and each file that was not read to its end, in order.
    public var badLines: [BadLine]
    /// For turning the places of lines into line numbers.
    public var lineNumbers: LineNumbers
    /// How each input was read.
    public var readings: [InputReading]
    /// How long the replay took, by the monotonic clock.
    public var seconds: Double
    /// Whether the replay ended before the inputs did. One that follows a log always does.
    public var wasInterrupted: Bool
    /// How often a device and a decision were found in the caches.
    public var caches: CacheCounts

    /// The inputs' formats, if known.
    public var formats: [LogFormat?] { readings.map(\.format) }

    /// How many inputs were not read to their end, other than by interruption. Their results are incomplete.
    public var unreadInputs: Int { counts[.damaged] }
}
