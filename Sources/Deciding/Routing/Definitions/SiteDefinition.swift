public import Association
public import Devices
public import Links
public import PageDesign

/// One site as its file states it: the domains of its links, its web widget, its apps, and where a click may lead.
///
/// A definition is plain text that people wrote. It becomes fast when a ``RuleSet`` is compiled from it.
public struct SiteDefinition: Sendable, Equatable {
    /// The site's name; unique in a rule set, it appears in metrics and in `site.name`.
    public var name: String
    /// Link domains, each with an optional path prefix: `example.page.link`, `links.example.com/go`.
    public var hosts: [String] = []
    /// Hosts of `/__/auth/links`.
    public var hosting: [String] = []
    /// The address of the web widget (`https://…/__/auth/action`), without query.
    public var handler: String?
    /// The generation of links that the site's mails carry.
    public var mobileLinks: Generation?
    /// The host of pages whose buttons are links of the site: no association file claims it, so a tap on the page leads
    /// into the app (Apple opens no universal link from a page on the link's own host). In lower case, without a port.
    public var pageHost: String?
    /// Where else the site's hosts can be reached, as the field `Alt-Svc` has it (RFC 7838). Checked.
    public var alternativeServices: String?
    /// Hosts that a continue URL may have: exact, or `*.example.com` for a domain's subdomains.
    public var authorizedDomains: [String] = []
    /// Where the payload and the fallback links of a link may lead.
    public var urlPolicy: URLPolicyDefinition = .authorizedDomains
    /// The apps that links may open, in the order of the file.
    public var apps: [AppDefinition] = []
    /// Whether the case of letters tells codes apart.
    public var codes = CodeCase.exact
    /// Short links kept in the configuration: the code and the long link it expands to.
    public var links: [LinkDefinition] = []
    /// Where a link domain leads that was opened without a link: a redirect of the site's own address, without a condition.
    public var root: RuleDefinition?
    /// Where links lead that do not exist: a redirect of the site's own address, without a condition.
    public var notFound: RuleDefinition?
    /// Whether ``notFound`` is also for links that have expired, are used up, disabled or deleted.
    public var notFoundCoversGone = false
    /// Links of the link domains that association files leave to the web; their paths begin after the domain's prefix.
    public var excludedLinks: [LinkComponent] = []
    /// Parameters of a click's query that go on to the web, the store and events: names, or their beginnings with a `*`.
    public var passedParameters: [String] = []
    /// The site's switches; all off by default.
    public var options = SiteOptions()
    /// What the site adds to the classification of devices; nothing by default.
    public var devices = SiteDevices()
    /// How an app that is installed after a click learns where that led; nil where it doesn't.
    public var deferred: DeferredLinksDefinition?
    /// How many clicks a second are answered; nil for any number.
    public var limits: ClickLimitsDefinition?
    /// How many seconds caches may keep where the site's links lead, where neither a rule nor the link says; nil for not at all.
    public var cacheSeconds: Int?
    /// What the site states about its pages; nil uses them as they come.
    public var pages: PagesDefinition?
    /// Rules of this site, tried before those of all sites.
    public var rules: [RuleDefinition] = []

    /// A site with a name and nothing else: no host, no app, no rule.
    public init(name: String) {
        self.name = name
    }
}

/// Where the links inside a link may lead (`url_patterns`).
public enum URLPolicyDefinition: Sendable, Equatable {
    /// https on the authorized domains and the handler; the default.
    case authorizedDomains
    /// RE2 patterns, at most ``maximumPatterns``; one of them must match.
    case patterns([String])
    /// Anything http or https, as Firebase did where no pattern was set.
    case any

    /// Firebase's limit on URL patterns for a project.
    public static let maximumPatterns = 10
}

/// A short link kept in a site's configuration.
public struct LinkDefinition: Sendable, Equatable {
    /// The last path segment of the short link, compared byte for byte.
    public var code: String
    /// The link that the code expands to; never a short link itself.
    public var longLink: String

    /// Makes a short link. Nothing is checked.
    public init(code: String, longLink: String) {
        self.code = code
        self.longLink = longLink
    }
}

/// The switches of a site.
public struct SiteOptions: Sendable, Equatable {
    /// Whether `d=1` shows the flowchart page, as documented; on unless the site turns it off.
    public var debugPages = true
    /// Whether Hosting links, too, send old and missing Android apps to the store.
    public var enforceStoreSemantics = false
    /// Whether a short link hands query parameters that a click adds on to its payload.
    public var passThrough = false
    /// Whether a browser that says Mac, and may run on an iPad, gets a page that offers the app on touch screens.
    public var iPadCheck = false
    /// Whether one-time codes may go into the app's custom scheme, which any app can claim.
    public var customSchemeCodes = false
    /// Whether an Android app that does not open leads to a page with ways to the app and to the store, in place of the
    /// bare store.
    public var androidFallbackPage = false
    /// Whether a continue URL may be http where its domain is authorized: mails that were sent before the site had a
    /// certificate.
    public var httpContinueURLs = false

    /// All switches off.
    public init() {}
}

/// What a site adds to the classification of devices.
public struct SiteDevices: Sendable, Equatable {
    /// In-app browsers and bots that the built-in table does not know.
    public var tokens: [SiteTokens.Token] = []
    /// The client hints that browsers are asked for (`Accept-CH`).
    public var hints: [HighEntropyHint] = []
    /// Those of them without which a browser is to repeat the request (`Critical-CH`): a first click costs a round trip
    /// more.
    public var criticalHints: [HighEntropyHint] = []

    /// No tokens and no hints.
    public init() {}
}

/// An app that a site has registered.
public struct AppDefinition: Sendable, Equatable {
    /// The store that installs the app, and with it the app's platform.
    public enum Store: Sendable, Equatable { case android, ios }

    /// What an Android app declares in its manifest, and so is handed: the payload of a link, or the clicked link itself.
    public enum Receives: String, Sendable, CaseIterable { case payload, link }

    /// The app in the stores of Android devices without Google Play; nil where it is not in one.
    public struct Stores: Sendable, Equatable {
        /// The package name in Amazon's Appstore.
        public var amazon: String?
        /// The app's ID in Huawei's AppGallery: `C` and digits.
        public var huawei: String?

        /// In no store but Google Play.
        public init() {}
    }

    /// The store that installs the app.
    public var store: Store
    /// Package name on Android, bundle ID on Apple platforms.
    public var id: String
    /// The lowest version that opens links, where a link states none: an older app is sent to its store (Android).
    public var minimumVersion: String?
    /// Whether a missing app is installed, where the link does not say (Android).
    public var install: Bool?
    /// What the app is handed; nil where the site does not say (Android).
    public var receives: Receives?
    /// Where the app is beside Google Play (Android).
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
    /// The custom URL scheme; the bundle ID where none is given (Apple).
    public var customScheme: String?
    /// The bundle ID of the App Clip that the site's links invoke (Apple).
    public var appClip: String?

    /// An app of a store, with nothing else stated.
    public init(store: Store, id: String) {
        self.store = store
        self.id = id
    }
}
