public import ByteText
import Markup
import Mustache

/// The HTML pages: values in, bytes out.
///
/// Every page is self-contained: no script, no font, no second request (except for the picture of a social page). Each
/// is sent as `text/html; charset=utf-8` with the policy of its ``PageKind``. Made once and shared by all threads.
/// The values of a page are pieces of an arena; filling it in copies some kilobytes, and allocates nothing where the buffer
/// has room. The debug page is another matter: its templates run each time.
public struct PageTemplates: Sendable {
    /// The templates, which tests run beside the pages that were made of them.
    let library: MustacheLibrary
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
        for kind in PageKind.allCases { _ = kind.fieldLines }
    }

    /// Appends the page with the button for the app and one other link.
    public func append(_ page: InterstitialPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        interstitial.append(page, from: arena, to: &buffer)
    }

    /// Appends the page that explains a fault.
    public func append(_ page: ErrorPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        error.append(page, from: arena, to: &buffer)
    }

    /// Appends the page for scanners of action links.
    public func append(_ page: StaticPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        `static`.append(page, from: arena, to: &buffer)
    }

    /// Appends the page for unfurlers.
    public func append(_ page: SocialPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        social.append(page, from: arena, to: &buffer)
    }

    /// Renders the page with the decisions platform by platform.
    public func debug(_ model: DebugPage) -> [UInt8] {
        var values = model.values.entries
        values["style"] = PageStyle.text
        // Never nil: `init` registers the template.
        return Array((library.render(values, withTemplate: PageKind.debug.rawValue) ?? "").utf8)
    }
}
