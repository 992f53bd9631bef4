/// The program that displays the page with the link: a browser, or an app with an in-app browser.
public enum Surface: String, Sendable, Hashable, CaseIterable {
    case chrome, chromeIncognito
    /// A Chrome Custom Tab in another app, with a session.
    case customTab
    case firefoxNever, firefoxAsk, firefoxAlways
    case edge, opera, ucBrowser, kakaoTalk, naver, samsungInternet, duckDuckGo
    /// Browsers of devices without Google Play.
    case silk, huaweiBrowser
    case safari, chromeOnApple, chromeIncognitoOnApple, firefoxOnApple
    /// Safari in another app (`SFSafariViewController`).
    case safariView
    /// A web view in an app without special link handling.
    case webView
    case facebook, instagram, messenger, threads
    case twitter, linkedIn, tikTok, snapchat
    case gmail, whatsApp, telegram, slack, weChat, line
    /// A desktop browser.
    case desktop
}

/// The browser engine of a surface, which decides whether a link leaves it.
enum Engine: Hashable {
    case chromium(isIncognito: Bool, isCustomTab: Bool)
    case firefox(OpensApps)
    case duckDuckGo
    /// Android's WebView. Some apps pass intents on.
    case webView(passesIntents: Bool)
    case safari
    case chromeOnApple(isIncognito: Bool)
    case firefoxOnApple
    /// Safari in another app.
    case safariView
    /// WKWebView, with the app's handling of links to other hosts.
    case appleWebView(LinksInside)
    case desktop

    /// Firefox's setting "Open links in apps".
    enum OpensApps: Hashable { case never, ask, always }

    /// The result of tapping a universal link in a web view.
    enum LinksInside: Hashable {
        case open
        /// Reports are contradictory or missing.
        case openOrStay
        case stay
    }
}

extension Surface {
    /// The engine on Android, and the fact that is the evidence for it.
    var onAndroid: (engine: Engine, fact: Fact?) {
        switch self {
        case .chrome: (.chromium(isIncognito: false, isCustomTab: false), nil)
        case .chromeIncognito: (.chromium(isIncognito: true, isCustomTab: false), nil)
        case .customTab, .gmail: (.chromium(isIncognito: false, isCustomTab: true), nil)
        case .edge, .opera, .ucBrowser, .kakaoTalk, .naver, .samsungInternet, .silk, .huaweiBrowser:
            (.chromium(isIncognito: false, isCustomTab: false), .likeChrome)
        case .firefoxNever: (.firefox(.never), nil)
        case .firefoxAsk: (.firefox(.ask), nil)
        case .firefoxAlways: (.firefox(.always), nil)
        case .duckDuckGo: (.duckDuckGo, nil)
        case .telegram: (.webView(passesIntents: true), .telegramPasses)
        case .facebook, .instagram, .messenger, .threads: (.webView(passesIntents: false), .metaWebView)
        default: (.webView(passesIntents: false), nil)
        }
    }

    /// The engine on Apple's systems, and the fact that is the evidence for it.
    var onApple: (engine: Engine, fact: Fact?) {
        switch self {
        case .safari: (.safari, nil)
        case .chrome, .chromeOnApple: (.chromeOnApple(isIncognito: false), .chromeOnApple)
        case .chromeIncognito, .chromeIncognitoOnApple: (.chromeOnApple(isIncognito: true), .chromeOnApple)
        case .firefoxNever, .firefoxAsk, .firefoxAlways, .firefoxOnApple: (.firefoxOnApple, .firefoxOnApple)
        case .safariView: (.safariView, nil)
        case .slack: (.safariView, .slack)
        case .telegram: (.appleWebView(.stay), .appleTelegram)
        case .weChat: (.appleWebView(.openOrStay), .weChat)
        case .line: (.appleWebView(.openOrStay), .line)
        case .gmail: (.safariView, .appleGmail)
        default: (.appleWebView(.open), nil)
        }
    }
}
