/// How an app that is installed after a click on a link learns where that led (`deferred`).
public struct DeferredLinksDefinition: Sendable, Equatable {
    /// For how many days after the click the app may ask.
    public var days = DeferredLinksDefinition.usualDays
    /// Whether it is answered once only.
    public var once = true

    /// What counts where the site does not say: a week.
    public static let usualDays = 7
    /// Google Play forgets what it has been told of a click after 90 days.
    public static let mostDays = 90

    /// As a site has it that states nothing: once within a week.
    public init() {}
}
