/// How a newly installed app obtains the target of the click that led to its installation (`deferred`).
public struct DeferredLinksDefinition: Sendable, Equatable {
    /// The number of days after the click within which the app may ask.
    public var days = DeferredLinksDefinition.usualDays
    /// Whether only the first request is answered.
    public var once = true

    /// The default: a week.
    public static let usualDays = 7
    /// Google Play drops the referrer of a click after 90 days.
    public static let mostDays = 90

    /// The defaults: once, within a week.
    public init() {}
}
