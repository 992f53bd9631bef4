/// What tokens of a user agent point at, before the signs are weighed against each other.
///
/// Those before ``android`` also keep where their token ends, since a version follows there.
enum Sign: UInt8, CaseIterable, Sendable {
    // Systems, each followed by its version. The loose one is followed by the version of an app as often.
    case androidVersion, strongAndroidVersion, iosVersion, looseIosVersion, macVersion, windowsNT, windowsVersion
    case darwin, cfNetwork, chromeOS
    /// `Version/` of Safari and its like.
    case browserVersion
    /// `FBSV/` of Facebook's apps.
    case facebookSystemVersion
    case puffin
    /// `Android (29/10; …` of Instagram: the level of the API, then the version.
    case instagramAndroid

    /// The first sign without a position.
    case android
    case iphone, ipad, ipod, ios, mac, macOSX, windows, windowsXP, windowsVista, linux, x11, chromebook
    /// A processor of Intel's.
    case intel

    // Systems that have neither of the two stores.
    case windowsPhone
    /// Opera behind another name: on Windows Mobile it puts the device's name before its own, and says Windows NT.
    case operaBehindModel
    /// Such a system, whatever else the agent claims.
    case otherSystem
    /// Such a system for desktops, unless the agent also names a better known one.
    case maybeOtherSystem
    case featurePhone, harmony, tvSystem, odin, hbbTV
    /// HarmonyOS without Android in it, whatever it claims to be like.
    case openHarmony
    /// The number of a build, which Android puts behind the name of the device.
    case deviceBuild

    // Android in other clothes, and others in Android's.
    case androidInDisguise, ucBrowser, ucDesktop, silk, fireTV, tclWebKit, likeAndroid, ubuntuTouch, reader
    /// Ubuntu in the place of the platform, as on phones and tablets, and as Firefox puts it before `X11`.
    case ubuntuDevice
    /// `CPU OS` of Apple's devices, apart from iPhones.
    case cpuOS
    /// WhatsApp, which ends with a letter for the system.
    case whatsApp
    /// A tablet of Amazon's, by its name; and a word that begins as the models of these do.
    case kindleFire, maybeFireTablet
    /// The services of Huawei's phones, and Google's.
    case hmsCore, gmsCore

    // Form factors. Those in models count for Android only.
    case mobile, phone, tablet, television, watch, headset, console, padInModel, boxInModel, tvInModel
    /// A digit where the name of a device may begin, with which the diagonals of televisions begin in inches.
    case leadingDigit
    /// What is beside the number of a series that may begin with the diagonal of a tablet.
    case inchesInSeries
    /// A word for desktops and laptops, of systems that also run on phones.
    case desktop
    /// A browser's word for any screen that is larger than a phone's.
    case largeScreen

    // Browsers and web views.
    case mozilla, chrome, safari, appleWebKit, namedBrowser, oldBrowser, compatible
    /// `Mozilla/5`, as all browsers since 2000 say.
    case mozilla5
    /// What the name of any browser's engine has in it.
    case engine
    /// `wv` of Android's web views since Android 5.
    case webView
    /// `Version/4.0 Chrome/` of those before.
    case webKitVersion4

    // What bots say of themselves.
    /// A product whose name only sounds like that of a bot.
    case notBot
    /// A name that ends in `bot` and has a version.
    case botVersion
    /// The address of a page, with the plus sign that bots put before it.
    case plusAddress
    case address, mail
    /// What a bot adds to the agent of the browser that it passes for.
    case browserGuise
    /// What a program adds after a semicolon to the agent of the browser that it drives.
    case addition
    /// The address of a page with its scheme.
    case webAddress
    /// A word of the trade, which counts where nothing else shows a device.
    case loneWord
    /// A network or messenger, or a word for what it shows of a page.
    case network
    /// A program for people that fetches media or feeds.
    case listener

    /// Whether the position of the token counts, not only that it was seen.
    @inline(__always)
    var isVersioned: Bool { rawValue < Sign.android.rawValue }
}
