public import ByteText

/// The browser named by the agent or the client hints. In an app's web view it is the browser whose engine the agent
/// names: `chrome` for Android's `WebView`, `other` if there is none. The app itself is ``Device/inApp``.
///
/// If an agent names several, the last in this list counts: those at the end never imitate each other.
public enum Browser: UInt8, Word {
    /// Not known: an app or a program that names no browser.
    case unknown
    /// An unlisted browser.
    case other
    /// Chrome, Chromium, and browsers that identify as nothing more specific.
    case chrome
    /// Safari.
    case safari
    /// Firefox, Firefox Focus and Klar.
    case firefox
    /// Samsung Internet.
    case samsungInternet
    /// Microsoft Edge, including the version before Chromium.
    case edge
    /// Opera, Opera Mini, Opera Touch and Opera GX.
    case opera
    /// DuckDuckGo.
    case duckduckgo
    /// Brave, which is usually identifiable only by client hints.
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

    /// The spelling in rules, requests and responses.
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
