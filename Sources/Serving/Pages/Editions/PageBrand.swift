import ByteText
import Markup
import OpenSSL
import PageDesign

/// A site's pages in all languages: templates, style sheet, policy and icon.
final class PageBrand: Sendable {
    let definition: PagesDefinition
    /// The style sheet of each kind of page, by ``PageKind/index``.
    let styles: StoredTexts
    /// The icon and the name, as HTML.
    let header: String
    let policy: PagePolicy
    let icon: PageIconFile?
    /// The field lines of each kind of page, by ``PageKind/index``.
    let fieldLines: [[UInt8]]
    let pages: CompiledPages

    /// Throws if a template of the site is not valid Mustache.
    init(_ definition: PagesDefinition, builtIn: CompiledPages) throws {
        self.definition = definition
        icon = definition.icon.map(PageIconFile.init)
        let header = Self.header(definition, icon)
        self.header = header
        let styles = PageKind.allCases.map { kind in
            PageStyle.text(definition, for: MarkupNames(of: kind, definition.templates, header: header))
        }
        self.styles = StoredTexts(styles)
        let policy = PagePolicy(styles: styles, hasIcon: icon != nil, copiesToken: definition.copiesToken)
        self.policy = policy
        fieldLines = PageKind.allCases.map(policy.fieldLines)
        pages = try builtIn.replacing(definition.templates)
    }

    private static func header(_ definition: PagesDefinition, _ icon: PageIconFile?) -> String {
        guard icon != nil || definition.name != nil else { return "" }
        let image = icon.map { #"<img src="\#($0.path)" width="48" height="48" alt="">"# } ?? ""
        let name = definition.name.map { "<span dir=\"auto\">\(HTMLText().escapeText($0))</span>" } ?? ""
        return "<div class=\"brand\">\(image)\(name)</div>"
    }

    /// The site name for unfurlers, as HTML.
    var siteProperty: String {
        definition.name.map { #"<meta property="og:site_name" content="\#(HTMLText().escapeText($0))">"# } ?? ""
    }
}

/// An icon, served at a path that contains its hash, so that the response never changes.
public struct PageIconFile: Sendable {
    /// `/_fp/icon/0123456789abcdef.png`.
    public let path: String
    /// The media type.
    public let mediaType: String
    /// The file.
    public let bytes: [UInt8]

    /// The prefix of icon paths. A token contains no slash, so the two can't be confused.
    public static let prefix: StaticString = "/_fp/icon/"

    init(_ icon: PageIcon) {
        path = "\(Self.prefix)\(Digest.sha256Hex(icon.bytes.span).prefix(16)).\(icon.kind.rawValue)"
        mediaType = icon.kind.mediaType
        bytes = icon.bytes
    }
}

/// The pre-rendered templates of all flat pages.
struct CompiledPages: Sendable {
    var interstitial: CompiledPage<InterstitialPage>
    var error: CompiledPage<ErrorPage>
    var `static`: CompiledPage<StaticPage>
    var social: CompiledPage<SocialPage>
    var preview: CompiledPage<PreviewPage>
    var password: CompiledPage<PasswordPage>

    /// The built-in templates, rendered once per process. Takes milliseconds.
    static let builtIn = Result { try CompiledPages() }

    private init() throws {
        interstitial = try CompiledPage()
        error = try CompiledPage()
        `static` = try CompiledPage()
        social = try CompiledPage()
        preview = try CompiledPage()
        password = try CompiledPage()
    }

    /// Returns these pages with some templates replaced by a site's own, by page name.
    func replacing(_ templates: [String: String]) throws -> CompiledPages {
        var pages = self
        for (name, body) in templates {
            switch PageKind(rawValue: name) {
            case .interstitial: pages.interstitial = try CompiledPage(body: body)
            case .error: pages.error = try CompiledPage(body: body)
            case .static: pages.static = try CompiledPage(body: body)
            case .social: pages.social = try CompiledPage(body: body)
            case .preview: pages.preview = try CompiledPage(body: body)
            case .password, .debug, nil: break
            }
        }
        return pages
    }
}
