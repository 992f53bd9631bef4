/// How many clicks a second a site wants answered (`limits`), by each worker of a daemon.
public struct ClickLimitsDefinition: Sendable, Equatable {
    /// On all links of the site; nil for any number.
    public var perSite: Int?
    /// On each link; nil for any number.
    public var perLink: Int?

    /// More than a worker answers: nothing is gained by a limit above it.
    public static let most = 1_000_000

    /// No limits.
    public init() {}
}
