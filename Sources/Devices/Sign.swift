/// What tokens of a user agent point at, before the signs are weighed against each other.
///
/// The first ``versioned`` signs also keep where their token ends, since a version follows there.
enum Sign: UInt8, CaseIterable, Sendable {
    // Followed by a version.
    case androidVersion, looseIosVersion, iosVersion, macVersion, windowsNT, darwin, cfNetwork, chromeOS, browserVersion
    case facebookSystemVersion, puffin, windowsVersion, strongAndroidVersion, instagramAndroid

    // Platforms.
    case android, chrome, iphone, ipad, ipod, mac, windows, linux, x11, windowsPhone
    /// A system of neither stores nor app links, whatever else the agent claims.
    case otherSystem
    /// Such a system, unless the agent also names a better known one.
    case maybeOtherSystem
    case featurePhone, likeAndroid, reader, ubuntuTouch, androidInDisguise, ucBrowser, tvSystem, odin, hbbTV, hisense,
        harmony, silk, fireTV,
        chromebook, intel, ios, macOSX, tclWebKit, windowsXP, windowsVista

    // Form factors.
    case mobile, phone, tablet, padInModel, boxInModel, tvInModel, television, watch, headset, console

    // Browsers and web views.
    case mozilla, safari, appleWebKit, webView, webKitVersion4, namedBrowser, compatible, konqueror, operaMini, dalvik
    case oldBrowser

    // What bots say of themselves.
    /// A product whose name only sounds like that of a bot.
    case notBot
    /// A name that ends in `bot` and has a version.
    case botVersion
    /// The address of a page, with the plus sign that bots put before it.
    case plusAddress
    case address, mail
    /// A word of the trade, which counts where nothing else tells of a device.
    case loneWord
    /// A program for people that fetches media or feeds.
    case listener

    /// How many signs keep a position.
    static let versioned = 16

    /// Whether the position of the token counts, not only that it was seen.
    var isVersioned: Bool { Int(rawValue) < Self.versioned }
}
