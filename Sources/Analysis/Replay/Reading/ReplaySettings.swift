public import Locations
public import LogFormats
public import Routing

/// Makes the short-link look-up for the thread that calls it.
public typealias ShortLinkSource = @Sendable () -> any ShortLinks

/// What to replay, and how.
public struct ReplaySettings: Sendable {
    /// The logs, in order.
    public var inputs: [LogInput]
    /// The format of all inputs; nil to detect each one's from its first lines.
    public var format: LogFormat?
    /// The host for logs that name none.
    public var host: String?
    /// Where short links are looked up that the rules do not state; nil for nowhere.
    public var shortLinks: ShortLinkSource?
    /// Where the clients of logged addresses were, as far as files know; nil for what the logs say.
    public var locations: Locations?
    /// How many threads work.
    public var workers: Int
    /// Whether devices and decisions are cached; without, every line costs as much as the first.
    public var caches = true
    /// Whether to wait for more at the end of the last input, as a log grows. Then one thread works.
    public var follows: Bool

    /// Settings with caches and without short links.
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
