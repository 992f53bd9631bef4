import Markup
import Mustache

/// The HTML pages: values in, bytes out.
///
/// Every page is complete in itself: no script, no font, no second request (but for the picture of a social page). Each
/// goes out as `text/html; charset=utf-8` with the policy of its ``PageKind``. Made once and shared by all threads.
/// Rendering allocates the answer, and costs a few microseconds; the debug page costs more, as its templates run anew.
public struct PageTemplates: Sendable {
    private let library: MustacheLibrary
    private let interstitial: CompiledPage<InterstitialPage>
    private let error: CompiledPage<ErrorPage>
    private let `static`: CompiledPage<StaticPage>
    private let social: CompiledPage<SocialPage>

    /// Parses and runs the templates, which takes milliseconds. Throws only when one of them, which stand in the source,
    /// is no Mustache.
    public init() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        try library.register(PageLayout.template, named: "layout")
        try library.register(InterstitialPage.template, named: PageKind.interstitial.rawValue)
        try library.register(ErrorPage.template, named: PageKind.error.rawValue)
        try library.register(StaticPage.template, named: PageKind.static.rawValue)
        try library.register(SocialPage.template, named: PageKind.social.rawValue)
        try library.register(DebugPage.template, named: PageKind.debug.rawValue)
        self.library = library
        interstitial = try CompiledPage(from: library)
        error = try CompiledPage(from: library)
        `static` = try CompiledPage(from: library)
        social = try CompiledPage(from: library)
        // Now, and not with the first click.
        for kind in PageKind.allCases { _ = kind.contentSecurityPolicy }
    }

    /// One tap to the app, one other way on.
    public func interstitial(_ model: InterstitialPage) -> [UInt8] { interstitial.render(model) }
    /// What went wrong.
    public func error(_ model: ErrorPage) -> [UInt8] { error.render(model) }
    /// What a scanner of an action link gets to see.
    public func `static`(_ model: StaticPage) -> [UInt8] { `static`.render(model) }
    /// What an unfurler gets to see.
    public func social(_ model: SocialPage) -> [UInt8] { social.render(model) }

    /// What the link would do, platform by platform.
    public func debug(_ model: DebugPage) -> [UInt8] {
        var values = model.values.entries
        values["style"] = PageStyle.text
        // Never nil: `init` registers the template.
        return Array((library.render(values, withTemplate: PageKind.debug.rawValue) ?? "").utf8)
    }
}
