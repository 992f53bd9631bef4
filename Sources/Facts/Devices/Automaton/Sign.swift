import ByteText

/// Evidence found by tokens in a user agent, before it is weighed.
///
/// For signs before ``android`` the end of the token is also recorded, since a version follows it.
enum Sign: UInt8, CaseIterable, Sendable {
    // Systems, each followed by its version. The loose one may also be followed by an app's version.
    case androidVersion, strongAndroidVersion, iosVersion, looseIosVersion, macVersion, windowsNT, windowsVersion
    case darwin, cfNetwork, chromeOS
    /// `Version/` of Safari and related browsers.
    case browserVersion
    /// `FBSV/` of Facebook's apps.
    case facebookSystemVersion
    case puffin
    /// `Android (29/10; …` of Instagram: the API level, then the version.
    case instagramAndroid
    /// HarmonyOS without Android compatibility, whatever it claims to be like.
    case openHarmony

    /// The first sign without a position.
    case android
    case iphone, ipad, ipod, ios, mac, macOSX, windows, windowsXP, windowsVista, linux, x11, chromebook
    /// An Intel processor.
    case intel

    // Systems with neither of the two stores.
    case windowsPhone
    /// Opera under another name: on Windows Mobile it sends the device's name first, and claims Windows NT.
    case operaBehindModel
    /// Another system, whatever else the agent claims.
    case otherSystem
    /// Another desktop system, unless the agent also names a better known one.
    case maybeOtherSystem
    case featurePhone, harmony, tvSystem, odin, hbbTV
    /// Apple's name of the device, with the system's version before it, in agents of Google's apps.
    case hardware
    /// A build number, which Android appends to the device name.
    case deviceBuild

    // Disguised Android, and other systems that claim to be Android.
    case androidInDisguise, ucBrowser, ucDesktop, silk, fireTV, androidAsIPhone, likeAndroid, ubuntuTouch, reader
    /// Ubuntu in the platform's position, as on phones and tablets, and as Firefox puts it before `X11`.
    case ubuntuDevice
    /// `CPU OS` of Apple devices other than iPhones.
    case cpuOS
    /// WhatsApp, whose agents end with a letter for the operating system.
    case whatsApp
    /// An Amazon tablet by name, and a word with the prefix of its models.
    case kindleFire, maybeFireTablet
    /// Huawei Mobile Services and Google Mobile Services.
    case hmsCore, gmsCore

    // Form factors. Those derived from models count only for Android.
    case mobile, phone, tablet, television, wearable, headset, padInModel, boxInModel, tvInModel
    /// A game console, a speaker, or the screen of a car.
    case console
    /// A digit where a device name may begin, possibly the first of a television's diagonal in inches.
    case leadingDigit
    /// A character next to a series number that may begin with a tablet's diagonal.
    case inchesInSeries
    /// A word for desktops and laptops, for systems that also run on phones.
    case desktop
    /// A browser's marker for screens larger than a phone's.
    case largeScreen

    // Browsers and web views.
    case mozilla, chrome, safari, appleWebKit, namedBrowser, oldBrowser, compatible
    /// `Mozilla/5`, sent by all browsers since 2000.
    case mozilla5
    /// A word that occurs in the name of every browser engine.
    case engine
    /// `wv` of Android web views since Android 5.
    case webView
    /// `Version/4.0 Chrome/` of earlier Android web views.
    case webKitVersion4

    // Self-descriptions of bots.
    /// A product whose name only resembles a bot's.
    case notBot
    /// A name that ends in `bot`, with a version.
    case botVersion
    /// The form in which bots introduce themselves in a browser's agent.
    case botForm
    /// A page URL with the plus sign that bots put before it.
    case plusAddress
    case address, mail
    /// Text that a bot adds to the agent of the browser it imitates.
    case browserGuise
    /// Text that a program adds after a semicolon to the agent of the browser it drives.
    case addition
    /// A page URL with its scheme.
    case webAddress
    /// A word typical of bots, which counts only if nothing else indicates a device.
    case loneWord
    /// A social network or messenger, or a word for link previews.
    case network
    /// A media player or feed reader used by people.
    case listener

    /// Whether the token's position is recorded.
    @inline(__always)
    var isVersioned: Bool { rawValue < Sign.android.rawValue }
}

extension Sign {
    /// The names of the cases, in their order. Swift has them too, but only for reflection, which would double the cost of reading
    /// the table.
    private static let names: [StaticString] = [
        "androidVersion", "strongAndroidVersion", "iosVersion", "looseIosVersion", "macVersion", "windowsNT",
        "windowsVersion", "darwin", "cfNetwork", "chromeOS", "browserVersion", "facebookSystemVersion", "puffin",
        "instagramAndroid", "openHarmony", "android", "iphone", "ipad", "ipod", "ios", "mac", "macOSX", "windows",
        "windowsXP",
        "windowsVista", "linux", "x11", "chromebook", "intel", "windowsPhone", "operaBehindModel", "otherSystem",
        "maybeOtherSystem", "featurePhone", "harmony", "tvSystem", "odin", "hbbTV", "hardware", "deviceBuild",
        "androidInDisguise", "ucBrowser", "ucDesktop", "silk", "fireTV", "androidAsIPhone", "likeAndroid",
        "ubuntuTouch",
        "reader", "ubuntuDevice", "cpuOS", "whatsApp", "kindleFire", "maybeFireTablet", "hmsCore", "gmsCore", "mobile",
        "phone", "tablet", "television", "wearable", "headset", "padInModel", "boxInModel", "tvInModel", "console",
        "leadingDigit", "inchesInSeries", "desktop", "largeScreen", "mozilla", "chrome", "safari", "appleWebKit",
        "namedBrowser", "oldBrowser", "compatible", "mozilla5", "engine", "webView", "webKitVersion4", "notBot",
        "botVersion", "botForm", "plusAddress", "address", "mail", "browserGuise", "addition", "webAddress", "loneWord",
        "network",
        "listener",
    ]

    /// The sign with this name, or `nil`.
    static func named(_ name: Span<UInt8>) -> Sign? {
        for index in names.indices where name.equals(names[index]) { return Sign(rawValue: UInt8(index)) }
        return nil
    }
}
