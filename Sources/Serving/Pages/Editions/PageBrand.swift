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
    /// The fields of each kind of page, by ``PageKind/index``.
    let fieldLines: [[UInt8]]
    let pages: CompiledPages

    /// Throws where a template of the site is not valid Mustache.
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

    /// How many bytes the brand takes, without its templates and its icon.
    var byteCount: Int { styles.byteCount + header.utf8.count + fieldLines.reduce(0) { $0 + $1.count } }

    private static func header(_ definition: PagesDefinition, _ icon: PageIconFile?) -> String {
        guard icon != nil || definition.name != nil else { return "" }
        let image = icon.map { #"<img src="\#($0.path)" width="48" height="48" alt="">"# } ?? ""
        let name = definition.name.map { "<span dir=\"auto\">\(HTMLText().escapeText($0))</span>" } ?? ""
        return "<div class=\"brand\">\(image)\(name)</div>"
    }

    /// The name for unfurlers, as HTML.
    var siteProperty: String {
        definition.name.map { #"<meta property="og:site_name" content="\#(HTMLText().escapeText($0))">"# } ?? ""
    }
}

/// An icon as it is served: at a path that holds its hash, so that it never changes.
public struct PageIconFile: Sendable {
    /// `/_fp/icon/0123456789abcdef.png`.
    public let path: String
    /// The media type.
    public let mediaType: String
    /// The file.
    public let bytes: [UInt8]

    /// What paths of icons begin with. A token has no slash, so that neither is taken for the other.
    public static let prefix: StaticString = "/_fp/icon/"

    init(_ icon: PageIcon) {
        path = "\(Self.prefix)\(Digest.sha256Hex(icon.bytes.span).prefix(16)).\(icon.kind.rawValue)"
        mediaType = icon.kind.mediaType
        bytes = icon.bytes
    }
}

/// The templates of all flat pages after their runs.
struct CompiledPages: Sendable {
    var interstitial: CompiledPage<InterstitialPage>
    var error: CompiledPage<ErrorPage>
    var `static`: CompiledPage<StaticPage>
    var social: CompiledPage<SocialPage>
    var preview: CompiledPage<PreviewPage>

    /// The built-in templates; made once for a process, in milliseconds.
    static let builtIn = Result { try CompiledPages() }

    private init() throws {
        interstitial = try CompiledPage()
        error = try CompiledPage()
        `static` = try CompiledPage()
        social = try CompiledPage()
        preview = try CompiledPage()
    }

    /// The same with a site's own templates, by the name of the page.
    func replacing(_ templates: [String: String]) throws -> CompiledPages {
        var pages = self
        for (name, body) in templates {
            switch PageKind(rawValue: name) {
            case .interstitial: pages.interstitial = try CompiledPage(body: body)
            case .error: pages.error = try CompiledPage(body: body)
            case .static: pages.static = try CompiledPage(body: body)
            case .social: pages.social = try CompiledPage(body: body)
            case .preview: pages.preview = try CompiledPage(body: body)
            case .debug, nil: break
            }
        }
        return pages
    }

    var byteCount: Int {
        interstitial.byteCount + error.byteCount + `static`.byteCount + social.byteCount + preview.byteCount
    }
}
