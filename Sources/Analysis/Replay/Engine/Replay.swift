public import DecisionCache
public import LogFormats
import Routing

/// Re-evaluating logged clicks; see ``run(_:_:isInterrupted:progress:makeVisitor:)``.
public enum Replay {}

/// The result of a replay.
public struct ReplayResult<Sums: Sendable>: Sendable {
    /// The sums of each worker's visitor, in no particular order.
    public var sums: [Sums]
    /// The lines of all inputs.
    public var counts: LineCounts
    /// The lines that were to be decided.
    public var selection: LineSelection
    /// The first bad lines of each kind, at most five, and each file that was not read to its end, in order.
    public var badLines: [BadLine]
    /// Converts the places of lines into line numbers.
    public var lineNumbers: LineNumbers
    /// How each input was read.
    public var readings: [InputReading]
    /// The duration of the replay, by the monotonic clock.
    public var seconds: Double
    /// Whether the replay ended before the inputs did. Always true if it follows a log.
    public var wasInterrupted: Bool
    /// The hits and misses of the cache of devices.
    public var caches: CacheCounts
    /// The number of lines whose rules are not kept, by the hash of the rule set; empty for lines without one from times
    /// without rules (``PastState``).
    public var missingRuleSets: [String: Int]

    /// The formats of the inputs, if known.
    public var formats: [LogFormat?] { readings.map(\.format) }

    /// The number of inputs that were not read to their end for other reasons than interruption. Their results are
    /// incomplete.
    public var unreadInputs: Int { counts[.damaged] }
}
