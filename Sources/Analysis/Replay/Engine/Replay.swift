public import LogFormats
public import DecisionCache
import Routing

/// Deciding again what logs tell of; see ``run(_:_:isInterrupted:progress:makeVisitor:)``.
public enum Replay {}

/// What a replay leaves.
public struct ReplayResult<Sums: Sendable>: Sendable {
    /// What each worker's visitor left, in no particular order.
    public var sums: [Sums]
    public var counts: LineCounts
    /// The first bad lines of each kind, five at most, and each file that was not read to its end, in order.
    public var badLines: [BadLine]
    public var lineNumbers: LineNumbers
    /// The inputs' formats, where one was found.
    public var formats: [LogFormat?]
    public var seconds: Double
    /// Whether the replay ended before the inputs did. One that follows a log has no other end.
    public var wasInterrupted: Bool
    /// How often a device and a decision were found in the caches.
    public var caches: CacheCounts

    /// How many inputs were not read to their end, though nobody interrupted that. What is known of them is no success.
    public var unreadInputs: Int { counts[.damaged] }
}
