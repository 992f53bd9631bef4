import Markup
import Mustache

/// The HTML pages: values in, bytes out.
///
/// Every page is self-contained: no script, no font, no second request (except for the picture of a social page). Each
/// is sent as `text/html; charset=utf-8` with the policy of its ``PageKind``. Made once and shared by all threads.
/// Rendering allocates the answer, and costs a few microseconds; the debug page costs more, as its templates run each
/// time.
public struct PageTemplates: Sendable {
    private let library: MustacheLibrary
    private let interstitial: CompiledPage<InterstitialPage>
    private let error: CompiledPage<ErrorPage>
    private let `static`: CompiledPage<StaticPage>
    private let social: CompiledPage<SocialPage>

    /// Parses and runs the templates, which takes milliseconds. Throws only if one of them, which are in the source, is
    /// not valid Mustache.
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
        // Now, rather than with the first click.
        for kind in PageKind.allCases { _ = kind.contentSecurityPolicy }
    }

    /// Renders the page with the button for the app and one other link.
    public func interstitial(_ model: InterstitialPage) -> [UInt8] { interstitial.render(model) }
    /// Renders the page that explains a fault.
    public func error(_ model: ErrorPage) -> [UInt8] { error.render(model) }
    /// Renders the page for scanners of action links.
    public func `static`(_ model: StaticPage) -> [UInt8] { `static`.render(model) }
    /// Renders the page for unfurlers.
    public func social(_ model: SocialPage) -> [UInt8] { social.render(model) }

    /// Renders the page with the decisions platform by platform.
    public func debug(_ model: DebugPage) -> [UInt8] {
        var values = model.values.entries
        values["style"] = PageStyle.text
        // Never nil: `init` registers the template.
        return Array((library.render(values, withTemplate: PageKind.debug.rawValue) ?? "").utf8)
    }
}
