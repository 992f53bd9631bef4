/// The page settings of a site (`pages:`). Validated during parsing; pages are built from it at load time.
public struct PagesDefinition: Sendable, Hashable {
    /// The name of the app or the site, as shown to visitors.
    public var name: String?
    /// The icon next to the name.
    public var icon: PageIcon?
    /// The contact for questions.
    public var contact: PageContact?
    /// Whether a short link followed by `+` shows its target.
    public var preview = true
    /// The language for visitors whose languages are not supported.
    public var language = PageLanguage.english
    /// The colors in the light color scheme.
    public var light = PageTheme()
    /// The colors in the dark color scheme.
    public var dark = PageTheme()
    /// Texts that replace the built-in ones, with placeholders in braces.
    public var texts: [PageLanguage: [PageWord: String]] = [:]
    /// Templates that replace the built-in ones: the content of the body, by page name.
    public var templates: [String: String] = [:]
    /// A style sheet added after the built-in one.
    public var style: String?

    /// Whether tapping the App Store link copies a click token, which the app submits (`deferred`).
    public var copiesToken = false

    /// Creates the default settings.
    public init() {}
}
