public import Association

/// The actual state of a phone, which decides the outcome of a link but is unknown to servers.
///
/// ``follow(_:tapped:through:)`` returns the outcome of a link.
public struct Phone: Sendable {
    /// The operating system and its version.
    public var system: System
    /// The browser, or the app with an in-app browser, that contains the link.
    public var surface: Surface
    /// The stores that are installed.
    public var stores: Set<AppStore>
    /// The Android apps, in the order of installation.
    public var androidApps: [AndroidApp] = []
    /// The apps on Apple's systems.
    public var appleApps: [AppleApp] = []
    /// The apps on HarmonyOS.
    public var harmonyApps: [HarmonyApp] = []
    /// The files that the system fetched for Apple apps, by host.
    public var appleFiles: [String: AppleAppSiteAssociation] = [:]
    /// The files that the system fetched for Android apps, by host.
    public var assetLinks: [String: AssetLinks] = [:]
    /// The files that AppGallery Connect fetched for apps on HarmonyOS, by host.
    public var appLinking: [String: AppLinking] = [:]
    /// Earlier choices of the user.
    public var choices = Choices()

    /// A phone without apps. Its system's own store is installed unless other stores are given.
    public init(_ system: System, _ surface: Surface, stores: Set<AppStore>? = nil) {
        (self.system, self.surface) = (system, surface)
        self.stores = stores ?? system.ownStores
    }
}

/// An operating system and its version.
public enum System: Sendable, Hashable {
    case android(Int)
    case ios(Int)
    case ipados(Int)
    /// HarmonyOS 5 or later, which runs no Android apps.
    case harmonyOS(Int)
    /// A computer, without apps that a link could open.
    case desktop

    /// The store that comes with the system.
    var ownStores: Set<AppStore> {
        switch self {
        case .android: [.play]
        case .ios, .ipados: [.appStore]
        case .harmonyOS: [.huawei]
        case .desktop: []
        }
    }

    /// Whether it has a touch screen, which affects the content of pages.
    var hasTouch: Bool { self != .desktop }
}

/// Choices that the user of a phone made before this link.
public struct Choices: Sendable, Hashable {
    /// The hosts whose links the user keeps in the browser (Apple: "Open in Safari"; Samsung: "open with").
    public var keptInBrowser: Set<String> = []
    /// Whether the user refused to leave this tab for an app within the last hour (Firefox).
    public var refusedInTab = false
    /// The number of apps that this page has launched (Chrome on Apple's systems).
    public var launches = 0
    /// Whether the browser blocks external apps (Firefox on Apple's systems).
    public var blocksExternalApps = false
    /// Whether an app opens links in the system's browser instead of its own (Slack).
    public var opensInSystemBrowser = false
    /// Whether the app around a web view keeps universal links there (`.allow` without app links).
    public var keepsLinksInWebView = false

    /// No choices.
    public init() {}
}
