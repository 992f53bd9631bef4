/// What is known of phones, a case for each fact that a step of a journey follows from.
///
/// ``grade`` is the quality of the evidence, ``sentence`` the fact in words. Both are printed: neither may refer to anything that
/// does not ship with the program.
public enum Fact: Sendable, CaseIterable {
    // Android: whether the system opens the app.
    case filterMatches
    case notApproved
    case systemAsks
    case approved
    case linksSwitchedOff
    case lastInstalled
    case notVerified
    case packageSkipsApproval
    case explicitIntentBlocked
    case dynamicRules
    case routerNotAsked

    // Chrome on Android.
    case startedByBrowser
    case wentBackOrReloaded
    case withoutGesture
    case tooLate
    case alreadyLaunched
    case inBackground
    case webOpensApp
    case webStays
    case externalOpensApp
    case blockedFallback
    case blockedBanner
    case unresolvedIntent
    case unresolvedScheme
    case playFallback
    case playFallbackOnWeb
    case fallbackPage
    case firstAddressStays
    case customTabStays
    case customTabWithoutGesture
    case sameHostStays
    case sameHostNewApp
    case incognito

    // Other surfaces of Android.
    case firefoxNever
    case firefoxOpens
    case firefoxPlayFirst
    case firefoxMismatch
    case firefoxSameHost
    case firefoxRefused
    case likeChrome
    case samsungKept
    case duckDuckGo
    case webViewStays
    case webViewScheme
    case metaWebView
    case telegramPasses
    case extBrowser
    case withoutPlay
    case codeReaders

    // What Dynamic Links did.
    case playServices
    case playServicesMain

    // Apple's systems.
    case universalLink
    case appleTyped
    case otherHost
    case sameHost
    case keptInBrowser
    case appleScript
    case ownLink
    case firstLoad
    case tapInWebView
    case hostAppRefuses
    case redirectToUniversalLink
    case associationFile
    case whatsApp
    case appleGmail
    case appleTelegram
    case slack
    case weChat
    case line
    case chromeOnApple
    case chromeAsksAgain
    case firefoxOnApple
    case schemeAsks
    case schemeMissing
    case schemeOfAnyApp
    case redirectToScheme

    // Stores.
    case appStore
    case appStoreModal
    case itmsApps
    case play
    case amazon
    case huawei
    case samsungStore
    case fDroid

    // Mail links, and who opens them before the person does.
    case googlesLinksPage
    case safeLinks

    // What every browser does, by the standards of the web.
    case redirects
    case tooManyRedirects
    case notAnApp

    /// How good the evidence is.
    public var grade: Grade { Self.notes[self]?.0 ?? .inferred }

    /// One sentence that says what happens.
    public var sentence: String { Self.notes[self]?.1 ?? "" }
}

/// How good the evidence for a fact is.
public enum Grade: Sendable, CaseIterable {
    /// The vendor's documentation.
    case documented
    /// Source code of what runs on phones.
    case source
    /// Reported or captured.
    case observed
    /// Follows from other facts.
    case inferred
    /// Reports contradict each other: every outcome that one of them names is possible.
    case contradictory

    /// How good the evidence is, in a few words.
    public var title: String {
        switch self {
        case .documented: "the vendor's documentation"
        case .source: "the source code"
        case .observed: "observed"
        case .inferred: "inferred"
        case .contradictory: "reports contradict each other"
        }
    }
}
