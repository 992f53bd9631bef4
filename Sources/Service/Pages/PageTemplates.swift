import Mustache

/// The HTML pages: templates parsed once, values in, bytes out.
///
/// Every page is complete in itself: no script, no font, no second request (but for the picture of a social page). Each
/// goes out as `text/html; charset=utf-8` with the policy of its ``PageKind``. A value can be shared between threads;
/// rendering allocates, and so stands beside the click path and not in it.
public struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// Parses the templates. Throws only when one of them, which stand in the source, is no Mustache.
    public init() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        try library.register(PageLayout.template, named: "layout")
        for (kind, body) in Self.bodies {
            try library.register(body, named: kind.rawValue)
        }
        self.library = library
    }

    /// One tap to the app, one other way on.
    public func interstitial(_ model: InterstitialPage) -> [UInt8] { render(.interstitial, model.values) }
    /// What went wrong.
    public func error(_ model: ErrorPage) -> [UInt8] { render(.error, model.values) }
    /// What a scanner of an action link gets to see.
    public func `static`(_ model: StaticPage) -> [UInt8] { render(.static, model.values) }
    /// What an unfurler gets to see.
    public func social(_ model: SocialPage) -> [UInt8] { render(.social, model.values) }
    /// What the link would do, platform by platform.
    public func debug(_ model: DebugPage) -> [UInt8] { render(.debug, model.values) }

    private static let bodies: [(PageKind, String)] = [
        (.interstitial, InterstitialPage.template),
        (.error, ErrorPage.template),
        (.static, StaticPage.template),
        (.social, SocialPage.template),
        (.debug, DebugPage.template),
    ]

    private func render(_ kind: PageKind, _ values: PageValues) -> [UInt8] {
        var values = values.entries
        values["style"] = PageStyle.text
        // Never nil: `init` registers a template for every kind, and a test renders them all.
        guard let text = library.render(values, withTemplate: kind.rawValue) else { return [] }
        return Array(text.utf8)
    }
}
