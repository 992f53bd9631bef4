public import Locations
public import LogFormats
public import Routing

/// Creates the short link lookup for the calling thread.
public typealias ShortLinkSource = @Sendable () -> any ShortLinks

/// The settings of a replay.
public struct ReplaySettings: Sendable {
    /// The logs, in order.
    public var inputs: [LogInput]
    /// The format of all inputs; `nil` to detect each from its first lines.
    public var format: LogFormat?
    /// The host for logs without host names.
    public var host: String?
    /// The source of short links that are not in the rules; `nil` for none.
    public var shortLinks: ShortLinkSource?
    /// The databases to locate logged client addresses with; `nil` to use only the locations in the logs.
    public var locations: Locations?
    /// The lines to decide.
    public var selection = LineSelection()
    /// The number of threads.
    public var workers: Int
    /// Whether devices and decisions are cached. Otherwise every line costs as much as the first.
    public var caches = true
    /// Whether to wait for more data at the end of the last input, as a log grows. Uses a single thread.
    public var follows: Bool

    /// Creates settings with caches and without short links.
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
