public import ByteText

/// What is known of the device of a click.
public struct Device: Sendable {
    /// The system; an app or a bot does not change it.
    public var platform: Platform
    /// The version of the system as dotted numbers in the arena; empty = unknown.
    public var osVersion: TextRange
    /// Phone, tablet, desktop and so on; `unknown` where nothing shows it.
    public var formFactor: FormFactor
    /// The app whose built-in browser clicked; `none` for a browser.
    public var inApp: InApp
    /// Whether no person sits behind the request.
    public var bot: Bool
    /// What the bot is for; nil for people.
    public var botKind: BotKind?
    /// The store that the device installs apps from.
    public var store: DeviceStore
    /// The browser, or the one whose engine shows the page.
    public var browser: Browser
    /// The version of ``browser`` as dotted numbers in the arena; empty = unknown.
    public var browserVersion: TextRange
    /// Whether the platform is a Mac only because the agent says so, in words that an iPad says, too.
    public internal(set) var mayBeIPad = false

    /// A device of which nothing is known but what is given. The versions are ranges of the click's arena.
    @inlinable
    public init(
        platform: Platform = .unknown, osVersion: TextRange = .empty, formFactor: FormFactor = .unknown,
        inApp: InApp = .unknown, bot: Bool = false, botKind: BotKind? = nil, store: DeviceStore = .unknown,
        browser: Browser = .unknown, browserVersion: TextRange = .empty
    ) {
        self.platform = platform
        self.osVersion = osVersion
        self.formFactor = formFactor
        self.inApp = inApp
        self.bot = bot
        self.botKind = botKind
        self.store = store
        self.browser = browser
        self.browserVersion = browserVersion
    }

    /// Adopts a platform from a better source. What the agent said of version and form belonged to the platform that it
    /// claimed, so of another platform only what follows from its name is kept.
    mutating func adopt(_ better: Platform) {
        mayBeIPad = false
        guard better != platform else { return }
        platform = better
        osVersion = .empty
        switch better {
        case .macos, .windows, .chromeos, .linux: formFactor = .desktop
        case .ipados: formFactor = .tablet
        case .ios: formFactor = .phone
        // An Android that looks like a desktop has a screen that is large enough to do so.
        case .android: formFactor = formFactor == .desktop ? .tablet : formFactor
        case .other, .unknown: formFactor = .unknown
        }
    }

    /// Settles the store once platform and bot are known. Until then `store` is that of an Android by its agent: Amazon's,
    /// Huawei's, or none for which sites list apps.
    mutating func settleStore() {
        switch platform {
        case _ where bot: store = .none
        case .android: if store != .amazon, store != .huawei, store != .none { store = .play }
        case .ios, .ipados: store = .appStore
        // HarmonyOS without Android in it counts among the other systems.
        case .other: if store != .huawei { store = .none }
        case .macos, .windows, .linux, .chromeos: store = .none
        case .unknown: store = .unknown
        }
    }
}
