public import ByteText

/// The app whose in-app browser sent the request.
public enum InApp: UInt8, Word {
    /// A regular browser.
    case none
    /// Not known.
    case unknown
    /// A known app that is not listed here.
    case other
    /// Facebook.
    case facebook
    /// Instagram.
    case instagram
    /// Facebook Messenger.
    case messenger
    /// TikTok.
    case tiktok
    /// Snapchat.
    case snapchat
    /// Twitter, now X.
    case twitter
    /// LinkedIn.
    case linkedin
    /// WeChat.
    case wechat
    /// LINE.
    case line
    /// KakaoTalk.
    case kakaotalk
    /// WhatsApp.
    case whatsapp
    /// Telegram.
    case telegram
    /// Pinterest.
    case pinterest
    /// Gmail.
    case gmail
    /// The Google app ("Google Search App").
    case gsa
    /// An Android `WebView` in an unidentified app.
    case androidWebView
    /// A `WKWebView` or `UIWebView` in an unidentified app.
    case iosWebView

    /// The spelling in rules, requests and responses.
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .unknown: "unknown"
        case .other: "other"
        case .facebook: "facebook"
        case .instagram: "instagram"
        case .messenger: "messenger"
        case .tiktok: "tiktok"
        case .snapchat: "snapchat"
        case .twitter: "twitter"
        case .linkedin: "linkedin"
        case .wechat: "wechat"
        case .line: "line"
        case .kakaotalk: "kakaotalk"
        case .whatsapp: "whatsapp"
        case .telegram: "telegram"
        case .pinterest: "pinterest"
        case .gmail: "gmail"
        case .gsa: "gsa"
        case .androidWebView: "android_webview"
        case .iosWebView: "ios_webview"
        }
    }
}
