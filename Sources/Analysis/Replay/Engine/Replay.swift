public import LogFormats
public import DecisionCache
public import Routing

/// Makes what looks short links up on the thread that calls it.
public typealias ShortLinkSource = @Sendable () -> any ShortLinks

/// Deciding again what logs tell of; see ``run(_:_:isInterrupted:progress:makeVisitor:)``.
public enum Replay {}

/// What to replay, and how.
public struct ReplaySettings: Sendable {
    public var inputs: [LogInput]
    /// Nil where it is found out from the first lines of each input.
    public var format: LogFormat?
    /// Stands in for the host where the log does not say it.
    public var host: String?
    /// Where short links are looked up that the rules do not state; nil: nowhere.
    public var shortLinks: ShortLinkSource?
    /// How many cores work.
    public var workers: Int
    /// Whether devices and decisions are cached; without, every line costs what the first one costs.
    public var caches = true
    /// Whether to wait for more at the end of the last input, as a log grows. Then one core works.
    public var follows: Bool

    public init(
        inputs: [LogInput], format: LogFormat? = nil, host: String? = nil, workers: Int = 1, follows: Bool = false
    ) {
        self.inputs = inputs
        self.format = format
        self.host = host
        self.workers = workers
        self.follows = follows
    }
}

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
