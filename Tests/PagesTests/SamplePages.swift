@testable import Pages

/// One page of each kind with every value set; `text` goes into each place that takes any text.
enum SamplePages {
    /// Made once: compiling the pages takes a while in a debug build.
    static func templates() throws -> PageTemplates { try compiled.get() }
    private static let compiled = Result { try PageTemplates() }

    static func render(_ kind: PageKind, text: String = "Spring sale") throws -> String {
        let templates = try templates()
        let web = target("https://www.example.com/?a=1&b=2")
        let bytes =
            switch kind {
            case .interstitial:
                templates.interstitial(
                    InterstitialPage(
                        open: target("com.example.ios://google/link/?deep_link_id=1", customScheme: "com.example.ios"),
                        otherWay: .getApp(web), appName: text, title: text, description: text,
                        inAppBrowser: .init(name: text, exit: web, address: text)))
            case .error:
                templates.error(ErrorPage(status: 400, fault: text, title: text, requestID: text))
            case .static:
                templates.static(StaticPage(siteName: text))
            case .social:
                templates.social(
                    SocialPage(
                        target: web, title: text, description: text, image: target("https://www.example.com/a.png?b&c"),
                        siteName: text))
            case .debug:
                templates.debug(
                    DebugPage(
                        link: text,
                        platforms: [
                            .init(
                                name: text, steps: [.init(question: text, answer: text, taken: true)], decision: text,
                                target: text, rule: text, reason: text)
                        ],
                        warnings: [text]))
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An address known to be allowed.
    static func target(_ address: String, customScheme: String? = nil) -> PageTarget {
        guard let target = PageTarget(address, customScheme: customScheme) else { preconditionFailure(address) }
        return target
    }
}
