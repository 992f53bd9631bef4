public import LogFormats
public import Routing

/// Makes what looks short links up on the thread that calls it.
public typealias ShortLinkSource = @Sendable () -> any ShortLinks

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
