import ByteText
import Mustache
public import PageDesign

/// An error in a site's own template or style sheet.
public struct PageTemplateFault: Sendable, Equatable {
    /// `interstitial.mustache`, `style.css`.
    public var file: String
    /// The error: one sentence without a full stop.
    public var message: String
    /// How to fix it.
    public var hint: String?
}

/// Validates a site's own templates before pages are built from them.
public enum TemplateCheck {
    /// The maximum size of a file; a larger one leaves no room for the rest of the page.
    private static let maximumBytes = 6 << 10
    /// The maximum size of a page in bytes, including everything that it needs.
    public static let pageBytes = 15 << 10

    /// The errors in the templates and the style sheet, at most one per file. Called at load time.
    public static func faults(in definition: PagesDefinition) -> [PageTemplateFault] {
        var faults = definition.templates.sorted { $0.key < $1.key }.compactMap { name, text in
            fault(in: text, of: name).map { PageTemplateFault(file: "\(name).mustache", message: $0.0, hint: $0.1) }
        }
        if let style = definition.style, let message = fault(inStyle: style) {
            faults.append(PageTemplateFault(file: "style.css", message: message))
        }
        return faults
    }

    private typealias Finding = (message: String, hint: String?)

    private static func fault(in text: String, of name: String) -> Finding? {
        switch PageKind(rawValue: name) {
        case .interstitial: fault(in: text, of: InterstitialPage.self, needs: ["main", "other"])
        case .error: fault(in: text, of: ErrorPage.self, needs: ["title"])
        case .static: fault(in: text, of: StaticPage.self, needs: [])
        case .social: fault(in: text, of: SocialPage.self, needs: ["target"])
        case .preview: fault(in: text, of: PreviewPage.self, needs: ["link"])
        // Templates can't contain forms.
        case .password, .debug, nil: ("no page has a template of this name", nil)
        }
    }

    private static func fault<Page: FlatPage>(in text: String, of page: Page.Type, needs: [String]) -> Finding? {
        if text.utf8.count > maximumBytes { return ("larger than \(maximumBytes >> 10) KiB", nil) }
        do { _ = try MustacheTemplate(string: text) } catch { return ("not valid Mustache: \(error)", nil) }
        let tags = TemplateTags.tags(of: text)
        for tag in tags { if let fault = fault(of: tag, Page.slots) { return fault } }
        if let message = TemplateMarkup.fault(in: text) { return (message, nil) }
        if !needs.isEmpty, !tags.contains(where: { $0.sigil.isEmpty && needs.contains($0.name) }) {
            let names = needs.map { "{{\($0)}}" }.joined(separator: " or ")
            return ("it does not contain \(names)", "without it visitors can't continue")
        }
        do { _ = try CompiledPage<Page>(body: text) } catch { return ("not valid Mustache: \(error)", nil) }
        return nil
    }

    private static func fault(of tag: TemplateTags.Tag, _ slots: [PageSlot]) -> Finding? {
        switch tag.sigil {
        case "!": return nil
        case "{":
            if ["brand", "contact"].contains(tag.name) { return nil }
            return ("`{{{\(tag.name)}}}` is not escaped", "only {{{brand}}} and {{{contact}}} are already HTML")
        case "#", "^", "/":
            if slots.contains(where: { $0.isOptional && $0.name == tag.name }) { return nil }
            let known = slots.filter(\.isOptional).map(\.name)
            return (
                "unknown section `\(tag.name)`", known.isEmpty ? nil : "known: \(known.joined(separator: ", "))"
            )
        case "":
            if tag.name.hasPrefix("say.") {
                let name = String(tag.name.dropFirst("say.".count))
                if PageWord(name: name) != nil { return nil }
                let near = nearestName(to: name, among: PageWord.allCases.map(\.name))
                return ("unknown text `\(name)`", near.map { "did you mean {{say.\($0)}}?" })
            }
            if slots.contains(where: { $0.name == tag.name }) { return nil }
            return ("unknown value `\(tag.name)`", "known: \(slots.map(\.name).joined(separator: ", "))")
        default: return ("`{{\(tag.sigil)…}}` is not allowed: a template cannot include others", nil)
        }
    }

    private static func fault(inStyle text: String) -> String? {
        if text.utf8.count > maximumBytes { return "larger than \(maximumBytes >> 10) KiB" }
        // Compares bytes, as browsers do: a combining mark after a `<` must not hide it.
        let lowered = Array(text.lowercased().utf8)
        // A backslash is refused since it can escape any of the others.
        for refused in ["<", "@import", "url(", "image-set(", "src(", "\\", "expression(", "{{"]
        where lowered.firstRange(of: Array(refused.utf8)) != nil {
            return "`\(refused)` is not allowed: pages load no resources"
        }
        return nil
    }

    /// The largest of a site's flat pages, with values as long as those of typical links: its name and size in bytes.
    public static func largestPage(of definition: PagesDefinition) throws -> (name: String, bytes: Int) {
        let pages = try SitePages([definition])
        var arena = ByteArena()
        let address = arena.append("https://links.example.com/?" + String(repeating: "a", count: 1000))
        let text = arena.append(String(repeating: "Words of a link. ", count: 20))
        guard let target = PageTarget(address, in: arena) else { return ("", 0) }
        var largest = (name: "", bytes: 0)
        for language in PageLanguage.allCases {
            let edition = pages.edition(of: 0, accepting: Array(language.tag.utf8).span)
            func measure(_ kind: PageKind, _ append: (inout ByteBuffer) -> Void) {
                var buffer = ByteBuffer(capacity: pageBytes)
                append(&buffer)
                if buffer.count > largest.bytes { largest = ("\(kind.rawValue) (\(language.tag))", buffer.count) }
            }
            let browser = InAppBrowser(
                name: .words("Instagram"), wayOut: .init(.bottom), exit: target, address: address)
            let interstitial = InterstitialPage(
                open: target, otherWay: .getApp(target), app: .didNotOpen, inAppBrowser: browser)
            measure(.interstitial) { edition.append(interstitial, from: arena, to: &$0) }
            let error = ErrorPage(status: 400, .usedUp, statement: text, detail: text)
            measure(.error) { edition.append(error, from: arena, to: &$0) }
            measure(.static) { edition.append(StaticPage(), from: arena, to: &$0) }
            let social = SocialPage(target: target, title: text, description: text, image: target)
            measure(.preview) {
                edition.append(PreviewPage(link: target, host: text, address: address), from: arena, to: &$0)
            }
            measure(.password) { edition.append(PasswordPage(.wrong), from: arena, to: &$0) }
            measure(.social) { edition.append(social, from: arena, to: &$0) }
        }
        return largest
    }
}
