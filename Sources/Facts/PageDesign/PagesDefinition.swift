/// What a site states about its pages (`pages:`). Checked where it is read; pages are made of it at load.
public struct PagesDefinition: Sendable, Hashable {
    /// The name of the app or the site, as people know it.
    public var name: String?
    /// The picture beside the name.
    public var icon: PageIcon?
    /// Whom to ask.
    public var contact: PageContact?
    /// Whether a short link with a `+` behind it shows where it leads.
    public var preview = true
    /// For people whose languages pages don't speak.
    public var language = PageLanguage.english
    /// The colours in light surroundings.
    public var light = PageTheme()
    /// The colours in dark surroundings.
    public var dark = PageTheme()
    /// Texts in place of the built-in ones, with places in braces.
    public var texts: [PageLanguage: [PageWord: String]] = [:]
    /// Templates in place of the built-in ones: the content of the body, by the name of the page.
    public var templates: [String: String] = [:]
    /// A style sheet after the built-in one.
    public var style: String?

    /// Whether a tap on the link to the App Store copies a token of the click, which the app hands in (`deferred`).
    public var copiesToken = false

    /// Pages as they come with the program.
    public init() {}
}
