/// The known behaviour of phones: one case for each fact that explains a step of a journey.
///
/// ``grade`` is the quality of the evidence, ``sentence`` the fact in words. Both are printed, so neither may refer to
/// anything that does not ship with the program.
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
    case lineExit
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

    // HarmonyOS 5 and later.
    case harmonyLink
    case harmonyLoads
    case harmonyTap

    // Stores.
    case appStore
    case appStoreModal
    case itmsApps
    case play
    case amazon
    case huawei
    case samsungStore
    case fDroid
    case harmonyStore

    // Mail links, and programs that open them before the user does.
    case googlesLinksPage
    case safeLinks

    // Behaviour of all browsers, by web standards.
    case redirects
    case tooManyRedirects
    case notAnApp

    /// The quality of the evidence.
    public var grade: Grade { Self.notes[self]?.0 ?? .inferred }

    /// The behaviour, in one sentence.
    public var sentence: String { Self.notes[self]?.1 ?? "" }
}

/// The quality of the evidence for a fact.
public enum Grade: Sendable, CaseIterable {
    /// The vendor's documentation.
    case documented
    /// Source code of software that runs on phones.
    case source
    /// Reported by users or captured on devices.
    case observed
    /// Follows from other facts.
    case inferred
    /// Contradictory reports: every reported outcome is considered possible.
    case contradictory

    /// The quality of the evidence, in a few words.
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
