import ByteText
import PageDesign

@testable import Pages

/// One page of each kind with every value set; `text` is in each place for free text.
enum SamplePages {
    /// Created once: compiling the pages is slow in a debug build.
    static func builtIn() throws -> SitePages { try compiled.get() }
    private static let compiled = Result { try SitePages() }

    static func render(_ kind: PageKind, text: String = "Spring sale") throws -> String {
        try render(kind, text: text, by: PageMaker())
    }

    static func render(_ kind: PageKind, text: String = "Spring sale", by maker: PageMaker) -> String {
        let web = maker.allowed("https://www.example.com/?a=1&b=2")
        let piece = maker.text(text)
        switch kind {
        case .interstitial:
            let app = maker.allowed(
                "com.example.ios://google/link/?deep_link_id=1", customScheme: "com.example.ios")
            return maker.html(
                InterstitialPage(
                    open: app, otherWay: .getApp(web), app: .missing,
                    inAppBrowser: .init(
                        name: .piece(piece), wayOut: .init(.bottom, menu: "⋯", entry: .entryDefault), exit: web,
                        address: piece)))
        case .error:
            return maker.html(ErrorPage(status: 400, .invalid, statement: piece, detail: piece))
        case .static:
            return maker.html(StaticPage())
        case .social:
            return maker.html(
                SocialPage(
                    target: web, title: piece, description: piece,
                    image: maker.allowed("https://www.example.com/a.png?b&c")))
        case .preview:
            return maker.html(PreviewPage(link: web, host: piece, address: piece))
        case .password:
            return maker.html(PasswordPage(.wrong))
        case .debug:
            return maker.html(
                DebugPage(
                    link: text,
                    platforms: [
                        .init(
                            name: text, steps: [.init(question: text, answer: text, taken: true)], decision: text,
                            target: text, rule: text, reason: text)
                    ],
                    warnings: [text]))
        }
    }
}
