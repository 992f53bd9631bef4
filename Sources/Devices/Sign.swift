/// What tokens of a user agent point at, before the signs are weighed against each other.
///
/// The first ``versioned`` signs also keep where their token ends, since a version follows there.
enum Sign: UInt8, CaseIterable, Sendable {
    // Followed by a version.
    case android, androidVersion, iosVersion, macVersion, windowsNT, darwin, cfNetwork, chromeOS, browserVersion
    case facebookSystemVersion, puffin, windowsVersion, iosAppVersion, chrome, clientEngine, instagramAndroid

    // Platforms.
    case iphone, ipad, ipod, mac, windows, linux, x11, windowsPhone
    /// A system of neither stores nor app links, whatever else the agent claims.
    case otherSystem
    /// Such a system, unless the agent also names a better known one.
    case maybeOtherSystem
    case tvSystem, harmony, silk, fireTV, chromebook, intel, cameraMac

    // Form factors.
    case mobile, phone, tablet, television, watch, console, desktopApp

    // Browsers and web views.
    case mozilla, safari, appleWebKit, webView, gecko, namedBrowser, compatible, konqueror, operaMini, dalvik
    /// A product whose name only sounds like that of a bot.
    case notBot
    case link

    /// How many signs keep a position.
    static let versioned = 16
}

/// A set of signs in two words.
struct SignSet: Sendable {
    private var bits: UInt64 = 0

    func contains(_ sign: Sign) -> Bool { bits & (1 << UInt64(sign.rawValue)) != 0 }
    mutating func insert(_ sign: Sign) { bits |= 1 << UInt64(sign.rawValue) }
}
