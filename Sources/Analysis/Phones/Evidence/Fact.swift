/// What is known of phones, a case for each fact that a step of a journey follows from.
///
/// The raw value is the section in the collection of facts about phones: a chapter (1 Android, 2 Chrome on Android, 3 its
/// other browsers, 4 what Dynamic Links answered, 5 Apple's systems, 6 stores, 7 mail links, 8 scanners) and the row or
/// paragraph in it. ``grade`` is how good the evidence is, ``sentence`` what it says, and where from.
public enum Fact: String, Sendable, CaseIterable {
    // Android: whether the system opens the app.
    case filterMatches = "§1.1"
    case notApproved = "§1.2 browser"
    case systemAsks = "§1.2 chooser"
    case approved = "§1.3"
    case linksSwitchedOff = "§1.3 off"
    case lastInstalled = "§1.3 two apps"
    case notVerified = "§1.4"
    case packageSkipsApproval = "§1.5"
    case explicitIntentBlocked = "§1.6"
    case dynamicRules = "§1.7"
    case routerNotAsked = "§1.8"

    // Chrome on Android.
    case startedByBrowser = "§2 blocked: typed"
    case wentBackOrReloaded = "§2 blocked: history"
    case withoutGesture = "§2 blocked: no gesture"
    case tooLate = "§2 blocked: 15 s"
    case alreadyLaunched = "§2 blocked: launched before"
    case inBackground = "§2 blocked: background"
    case webOpensApp = "§2 row 1"
    case webStays = "§2 row 2"
    case externalOpensApp = "§2 row 3"
    case blockedFallback = "§2 row 4"
    case blockedBanner = "§2 row 5"
    case unresolvedIntent = "§2 row 6"
    case unresolvedScheme = "§2 row 7"
    case playFallback = "§2 Play fallback"
    case playFallbackOnWeb = "§2 Play fallback, web"
    case fallbackPage = "§2 fallback page"
    case firstAddressStays = "§2 first address"
    case customTabStays = "§2 Custom Tab"
    case customTabWithoutGesture = "§2 Custom Tab, no gesture"
    case sameHostStays = "§2 same host"
    case sameHostNewApp = "§2 same host, new app"
    case incognito = "§2 incognito"

    // Other surfaces of Android.
    case firefoxNever = "§3 Firefox never"
    case firefoxOpens = "§3 Firefox ask, always"
    case firefoxPlayFirst = "§3 Firefox Play first"
    case firefoxMismatch = "§3 Firefox mismatch"
    case firefoxSameHost = "§3 Firefox same host"
    case firefoxRefused = "§3 Firefox refused"
    case likeChrome = "§3 like Chrome"
    case samsungKept = "§3 Samsung"
    case duckDuckGo = "§3 DuckDuckGo"
    case webViewStays = "§3 WebView https"
    case webViewScheme = "§3 WebView scheme"
    case metaWebView = "§3 Facebook family"
    case telegramPasses = "§3 Telegram"
    case extBrowser = "§3 extbrowser"
    case withoutPlay = "§3 without Play"
    case codeReaders = "§3 QR apps"

    // What Dynamic Links did.
    case playServices = "§4 Play services"
    case playServicesMain = "§4 no filter"

    // Apple's systems.
    case universalLink = "§5 tap"
    case appleTyped = "§5 typed"
    case otherHost = "§5 other host"
    case sameHost = "§5 same host"
    case keptInBrowser = "§5 chosen browser"
    case appleScript = "§5 script"
    case ownLink = "§5 own link"
    case firstLoad = "§5 first load"
    case tapInWebView = "§5 tap inside"
    case hostAppRefuses = "§5 allow without links"
    case redirectToUniversalLink = "§5 redirect"
    case associationFile = "§5 association file"
    case whatsApp = "§5 WhatsApp"
    case appleGmail = "§5 Gmail"
    case appleTelegram = "§5 Telegram"
    case slack = "§5 Slack"
    case weChat = "§5 WeChat"
    case line = "§5 LINE"
    case chromeOnApple = "§5 Chrome"
    case chromeAsksAgain = "§5 Chrome prompt"
    case firefoxOnApple = "§5 Firefox"
    case schemeAsks = "§5 scheme"
    case schemeMissing = "§5 scheme missing"
    case schemeOfAnyApp = "§5 scheme claimed twice"
    case redirectToScheme = "§5 redirect to scheme"

    // Stores.
    case appStore = "§6 App Store"
    case appStoreModal = "§6 App Store redirect"
    case itmsApps = "§6 itms-apps"
    case play = "§6 Play"
    case amazon = "§6 Amazon"
    case huawei = "§6 Huawei"
    case samsungStore = "§6 Samsung"
    case fDroid = "§6 F-Droid"

    // Mail links, and who opens them before the person does.
    case googlesLinksPage = "§7 links page"
    case safeLinks = "§8 Safe Links"

    // What every browser does, by the standards of the web.
    case redirects = "RFC 9110 §15.4"
    case tooManyRedirects = "Fetch §4.4"
    case notAnApp = "HTML §7.4"

    /// The collection's section, as it is cited.
    public var section: String { rawValue }

    /// How good the evidence is.
    public var grade: Grade { Self.notes[self]?.0 ?? .inferred }

    /// One sentence that says what happens.
    public var sentence: String { Self.notes[self]?.1 ?? "" }
}

/// How good the evidence for a fact is.
public enum Grade: String, Sendable, CaseIterable {
    /// The vendor's documentation.
    case documented = "D"
    /// Source code of what runs on phones.
    case source = "S"
    /// Reported or captured.
    case observed = "O"
    /// Follows from other facts.
    case inferred = "I"
    /// Reports contradict each other: every outcome that one of them names is possible.
    case contradictory = "F"
}
