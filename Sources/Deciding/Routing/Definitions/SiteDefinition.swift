public import Association
public import Devices
public import Links

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
    /// Hosts that a continue URL may have: exact, or `*.example.com` for a domain's subdomains.
    public var authorizedDomains: [String] = []
    /// Where the payload and the fallback links of a link may lead.
    public var urlPolicy: URLPolicyDefinition = .authorizedDomains
    /// The apps that links may open, in the order of the file.
    public var apps: [AppDefinition] = []
    /// Short links kept in the configuration: the code and the long link it expands to.
    public var links: [LinkDefinition] = []
    /// Links of the link domains that association files leave to the web; their paths begin after the domain's prefix.
    public var excludedLinks: [LinkComponent] = []
    /// The site's switches; all off by default.
    public var options = SiteOptions()
    /// What the site adds to the classification of devices; nothing by default.
    public var devices = SiteDevices()
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

    /// The store that installs the app.
    public var store: Store
    /// Package name on Android, bundle ID on Apple platforms.
    public var id: String
    /// The lowest version that opens links, where a link states none: an older app is sent to its store (Android).
    public var minimumVersion: String?
    /// Whether a missing app is installed, where the link does not say (Android).
    public var install: Bool?
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
