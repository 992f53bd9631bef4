/// A site's rate limits (`limits`), in clicks per second and worker.
public struct ClickLimitsDefinition: Sendable, Equatable {
    /// For all links of the site; `nil` for no limit.
    public var perSite: Int?
    /// For each link; `nil` for no limit.
    public var perLink: Int?

    /// The highest limit accepted. It exceeds the throughput of a worker.
    public static let most = 1_000_000

    /// No limits.
    public init() {}
}
