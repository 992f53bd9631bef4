public import Association

/// A phone as it truly is: what no server knows of it, and what decides where a person ends up.
///
/// ``follow(_:tapped:through:)`` takes a link and says that.
public struct Phone: Sendable {
    /// The operating system and its version.
    public var system: System
    /// The browser, or the app with a browser of its own, where the link is.
    public var surface: Surface
    /// The stores that are installed.
    public var stores: Set<Store>
    /// Android's apps, in the order in which they were installed.
    public var androidApps: [AndroidApp] = []
    /// The apps of Apple's systems.
    public var appleApps: [AppleApp] = []
    /// What the system fetched of each host for Apple's apps, by host.
    public var appleFiles: [String: AppleAppSiteAssociation] = [:]
    /// What the system fetched of each host for Android's apps, by host.
    public var assetLinks: [String: AssetLinks] = [:]
    /// What its owner chose before.
    public var choices = Choices()

    /// A phone without apps; the store of its system is there unless others are named.
    public init(_ system: System, _ surface: Surface, stores: Set<Store>? = nil) {
        (self.system, self.surface) = (system, surface)
        self.stores = stores ?? system.ownStores
    }
}

/// An operating system and its version.
public enum System: Sendable, Hashable {
    case android(Int)
    case ios(Int)
    case ipados(Int)
    /// A computer: no app that a link could open.
    case desktop

    /// The store that comes with the system.
    var ownStores: Set<Store> {
        switch self {
        case .android: [.play]
        case .ios, .ipados: [.appStore]
        case .desktop: []
        }
    }

    /// Whether its screen is touched, which decides what pages show.
    var hasTouch: Bool { self != .desktop }
}

/// What the owner of a phone chose before this link.
public struct Choices: Sendable, Hashable {
    /// The hosts whose links the person chose to keep in the browser (Apple: "Open in Safari"; Samsung: "open with").
    public var keptInBrowser: Set<String> = []
    /// Whether the person refused to leave this tab for an app within the hour (Firefox).
    public var refusedInTab = false
    /// How often this page has launched apps (Chrome on Apple's systems).
    public var launches = 0
    /// Whether the browser blocks external apps (Firefox on Apple's systems).
    public var blocksExternalApps = false
    /// Whether an app hands links to the system's browser rather than showing them itself (Slack).
    public var opensInSystemBrowser = false
    /// Whether the app around a web view keeps universal links there (`.allow` without app links).
    public var keepsLinksInWebView = false

    /// No choice was made.
    public init() {}
}
