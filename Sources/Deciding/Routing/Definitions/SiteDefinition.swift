public import Association
public import Devices
public import Links
public import PageDesign

/// One site as defined by its file: the domains of its links, its web widget, its apps, and the targets it allows.
///
/// A definition is plain text written by people. A ``RuleSet`` compiles it for fast evaluation.
public struct SiteDefinition: Sendable, Equatable {
    /// The site's name, unique in a rule set. It is used in metrics and in `site.name`.
    public var name: String
    /// Link domains, each with an optional path prefix: `example.page.link`, `links.example.com/go`.
    public var hosts: [String] = []
    /// Hosts of `/__/auth/links`.
    public var hosting: [String] = []
    /// The address of the web widget (`https://…/__/auth/action`), without query.
    public var handler: String?
    /// The generation of links used in the site's mails.
    public var mobileLinks: Generation?
    /// The host of pages whose buttons are links of the site. No association file claims it, so a tap on the page opens
    /// the app (Apple platforms open no universal link from a page on the link's own host). In lower case, without a
    /// port.
    public var pageHost: String?
    /// Alternative services of the site's hosts, as an `Alt-Svc` field value (RFC 7838). Validated.
    public var alternativeServices: String?
    /// Hosts that a continue URL may have: exact names, or `*.example.com` for a domain's subdomains.
    public var authorizedDomains: [String] = []
    /// The policy for the targets of a link: its payload and its fallback links.
    public var urlPolicy: URLPolicyDefinition = .authorizedDomains
    /// The apps that links may open, in the order of the file.
    public var apps: [AppDefinition] = []
    /// Whether codes are case-sensitive.
    public var codes = CodeCase.exact
    /// Short links kept in the configuration: the code and the long link it expands to.
    public var links: [LinkDefinition] = []
    /// The redirect for a link domain opened without a link: an address of the site's own, without a condition.
    public var root: RuleDefinition?
    /// The redirect for links that do not exist: an address of the site's own, without a condition.
    public var notFound: RuleDefinition?
    /// Whether ``notFound`` also applies to links that have expired or are used up, disabled or deleted.
    public var notFoundCoversGone = false
    /// Links of the link domains that association files leave to the web. Their paths start after the domain's prefix.
    public var excludedLinks: [LinkComponent] = []
    /// Query parameters of a click that are passed on to the web, the store and events: names, or prefixes followed by
    /// `*`.
    public var passedParameters: [String] = []
    /// The properties by which clicks on the site's links are counted.
    public var countedDimensions = ClickDimension.chosen
    /// The site's switches, off by default.
    public var options = SiteOptions()
    /// Additions to the classification of devices; none by default.
    public var devices = SiteDevices()
    /// How a newly installed app obtains the target of the click; `nil` if it can't.
    public var deferred: DeferredLinksDefinition?
    /// Rate limits in clicks per second; `nil` for no limit.
    public var limits: ClickLimitsDefinition?
    /// The number of seconds that caches may keep the targets of the site's links, unless a rule or the link specifies
    /// it; `nil` for no caching.
    public var cacheSeconds: Int?
    /// The site's settings for its pages; `nil` for the defaults.
    public var pages: PagesDefinition?
    /// Rules of this site, tried before the shared rules.
    public var rules: [RuleDefinition] = []

    /// Creates a site that has only a name: no host, no app, no rule.
    public init(name: String) {
        self.name = name
    }
}

/// The policy for the targets of a link (`url_patterns`).
public enum URLPolicyDefinition: Sendable, Equatable {
    /// https on the authorized domains and the handler; the default.
    case authorizedDomains
    /// RE2 patterns, at most ``maximumPatterns``; one of them must match.
    case patterns([String])
    /// Any http or https address, as in Firebase without URL patterns.
    case any

    /// Firebase's limit on the number of URL patterns per project.
    public static let maximumPatterns = 10
}

/// A short link kept in a site's configuration.
public struct LinkDefinition: Sendable, Equatable {
    /// The last path segment of the short link, case-sensitive.
    public var code: String
    /// The link that the code expands to. Never a short link itself.
    public var longLink: String

    /// Creates a short link without checking it.
    public init(code: String, longLink: String) {
        self.code = code
        self.longLink = longLink
    }
}

/// The switches of a site.
public struct SiteOptions: Sendable, Equatable {
    /// Whether `d=1` shows the flowchart page, as documented. On by default.
    public var debugPages = true
    /// Whether Hosting links also send Android devices with a missing or outdated app to the store.
    public var enforceStoreSemantics = false
    /// Whether query parameters that a click adds to a short link are passed on to its payload.
    public var passThrough = false
    /// Whether a browser that reports a Mac but may run on an iPad gets a page that offers the app on touch screens.
    public var iPadCheck = false
    /// Whether one-time codes may be passed to the app's custom scheme, which any app can claim.
    public var customSchemeCodes = false
    /// Whether an Android app that does not open leads to a page with links to the app and the store, instead of
    /// directly to the store.
    public var androidFallbackPage = false
    /// Whether a continue URL on an authorized domain may be http, for mails that were sent before the site had a
    /// certificate.
    public var httpContinueURLs = false

    /// The default switches.
    public init() {}
}

/// A site's additions to the classification of devices.
public struct SiteDevices: Sendable, Equatable {
    /// Corrections of the built-in classification: the site's in-app browsers and bots.
    public var corrections: [DeviceCorrection] = []
    /// The client hints requested from browsers (`Accept-CH`).
    public var hints: [HighEntropyHint] = []
    /// Those hints without which a browser should repeat the request (`Critical-CH`), at the cost of another round trip
    /// for the first click.
    public var criticalHints: [HighEntropyHint] = []

    /// No corrections and no hints.
    public init() {}
}

/// An app registered by a site.
public struct AppDefinition: Sendable, Equatable {
    /// The store that installs the app, which also determines the app's platform.
    public enum Store: Sendable, CaseIterable { case android, ios, harmony }

    /// What an Android app declares in its manifest and therefore receives: the payload of a link, or the clicked link
    /// itself.
    public enum Receives: String, Sendable, CaseIterable { case payload, link }

    /// The app's IDs in the stores of Android devices without Google Play; `nil` if it is not in a store.
    public struct Stores: Sendable, Equatable {
        /// The package name in Amazon's Appstore.
        public var amazon: String?
        /// The app's ID in Huawei's AppGallery: `C` and digits.
        public var huawei: String?

        /// In no store except Google Play.
        public init() {}
    }

    /// The store that installs the app.
    public var store: Store
    /// Package name on Android, bundle ID on Apple platforms, bundle name on HarmonyOS.
    public var id: String
    /// The lowest version that opens links, if a link does not specify one. Older apps are sent to their store
    /// (Android).
    public var minimumVersion: String?
    /// Whether a missing app is installed, if the link does not specify it (Android).
    public var install: Bool?
    /// What the app receives; `nil` if the site does not specify it (Android).
    public var receives: Receives?
    /// The stores that offer the app in addition to Google Play (Android).
    public var stores = Stores()
    /// SHA-256 fingerprints of the signing certificates (Android).
    public var fingerprints: [String] = []
    /// Whether the app shares passwords with the site's hosts: `webcredentials` on Apple platforms, `get_login_creds` on
    /// Android.
    public var sharesCredentials = false
    /// The App ID prefix (Apple).
    public var team: String?
    /// The numeric App Store ID (Apple).
    public var appStoreID: String?
    /// The custom URL scheme; the bundle ID is used if `nil` (Apple).
    public var customScheme: String?
    /// The bundle ID of the App Clip that the site's links invoke (Apple).
    public var appClip: String?
    /// The app ID assigned by AppGallery Connect (HarmonyOS).
    public var appGalleryConnectID: String?

    /// Creates an app that has only a store and an ID.
    public init(store: Store, id: String) {
        self.store = store
        self.id = id
    }
}

/// Whether codes are case-sensitive (`codes`).
public enum CodeCase: String, Sendable, CaseIterable {
    /// `/Sale` and `/sale` are two links; the default.
    case exact
    /// A code without an exact match is looked up ignoring case, for links from case-insensitive systems.
    case anyCase = "any_case"
}

/// A site's rate limits (`limits`), in clicks per second and worker.
public struct ClickLimitsDefinition: Sendable, Equatable {
    /// For all links of the site; `nil` for no limit.
    public var perSite: Int?
    /// For each link; `nil` for no limit.
    public var perLink: Int?

    /// The highest limit accepted. It exceeds the throughput of a worker.
    public static let most = 1_000_000

    /// No limits.
    public init() {}
}

/// How a newly installed app obtains the target of the click that led to its installation (`deferred`).
public struct DeferredLinksDefinition: Sendable, Equatable {
    /// The number of days after the click within which the app may ask.
    public var days = DeferredLinksDefinition.usualDays
    /// Whether only the first request is answered.
    public var once = true

    /// The default: a week.
    public static let usualDays = 7
    /// Google Play drops the referrer of a click after 90 days.
    public static let mostDays = 90

    /// The defaults: once, within a week.
    public init() {}
}
