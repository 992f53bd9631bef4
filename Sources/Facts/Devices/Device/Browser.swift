public import ByteText

/// The browser that the agent or the client hints name. In an app's web view it is the browser whose engine the agent
/// names, `chrome` for Android's `WebView`, and `other` where it names none: the app itself is ``Device/inApp``.
///
/// Of several in one agent the last of this list counts: those at its end never pass for each other.
public enum Browser: UInt8, Word {
    /// Nothing shows it: an app or a program that names no browser.
    case unknown
    /// A browser that is not in this list.
    case other
    /// Chrome, Chromium, and what does not say that it is more than that.
    case chrome
    /// Safari.
    case safari
    /// Firefox, Firefox Focus and Klar.
    case firefox
    /// Samsung Internet.
    case samsungInternet
    /// Microsoft Edge, the one of before Chromium included.
    case edge
    /// Opera, Opera Mini, Opera Touch and Opera GX.
    case opera
    /// DuckDuckGo.
    case duckduckgo
    /// Brave, which mostly only client hints tell.
    case brave
    /// Amazon Silk.
    case silk
    /// Huawei Browser.
    case huaweiBrowser
    /// UC Browser.
    case uc
    /// Yandex Browser.
    case yandex
    /// Vivaldi.
    case vivaldi
    /// Xiaomi's Mi Browser.
    case miBrowser

    /// The word that rules, requests and answers use for this value.
    public var name: StaticString {
        switch self {
        case .unknown: "unknown"
        case .other: "other"
        case .chrome: "chrome"
        case .safari: "safari"
        case .firefox: "firefox"
        case .samsungInternet: "samsung_internet"
        case .edge: "edge"
        case .opera: "opera"
        case .duckduckgo: "duckduckgo"
        case .brave: "brave"
        case .silk: "silk"
        case .huaweiBrowser: "huawei_browser"
        case .uc: "uc"
        case .yandex: "yandex"
        case .vivaldi: "vivaldi"
        case .miBrowser: "mi_browser"
        }
    }
}
