public import ByteText

/// The device of a click.
public struct Device: Sendable {
    /// The operating system, also for apps and bots.
    public var platform: Platform
    /// The operating system version as dotted numbers in the arena; empty if unknown.
    public var osVersion: TextRange
    /// The form factor; `unknown` if there is no evidence.
    public var formFactor: FormFactor
    /// The app whose in-app browser sent the click; `none` for a regular browser.
    public var inApp: InApp
    /// Whether the request comes from a bot.
    public var bot: Bool
    /// The purpose of the bot; `nil` if it is not a bot.
    public var botKind: BotKind?
    /// The store the device installs apps from.
    public var store: DeviceStore
    /// The browser, or in an in-app browser the one whose engine shows the page.
    public var browser: Browser
    /// The version of ``browser`` as dotted numbers in the arena; empty if unknown.
    public var browserVersion: TextRange
    /// Whether the device may be an iPad although the agent names a Mac, because iPads send the same agent.
    public package(set) var mayBeIPad = false
    /// The number of the app's name among those that corrections add (``AppNames``) if ``inApp`` is `other`; 0 if it has none.
    public package(set) var appNumber: UInt32 = 0

    /// Creates a device. The versions are ranges of the click's arena.
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

    /// Replaces the platform with one from a more reliable source. The version and form factor from the agent belong to the
    /// platform it claimed, so if the platform differs, only values implied by the new one are kept.
    mutating func adopt(_ better: Platform) {
        mayBeIPad = false
        guard better != platform else { return }
        platform = better
        osVersion = .empty
        switch better {
        case .macos, .windows, .chromeos, .linux: formFactor = .desktop
        case .ipados: formFactor = .tablet
        case .ios: formFactor = .phone
        // Android that identifies as a desktop has a large screen.
        case .android: formFactor = formFactor == .desktop ? .tablet : formFactor
        case .harmonyos, .other, .unknown: formFactor = .unknown
        }
    }

    /// Sets the store once platform and bot are final. Until then `store` is the one for Android according to the agent:
    /// Amazon's, Huawei's, or none that sites list apps for.
    mutating func settleStore() {
        switch platform {
        case _ where bot: store = .none
        case .android: if store != .amazon, store != .huawei, store != .none { store = .play }
        case .ios, .ipados: store = .appStore
        case .harmonyos: store = .huawei
        case .other: if store != .huawei { store = .none }
        case .macos, .windows, .linux, .chromeos: store = .none
        case .unknown: store = .unknown
        }
    }
}
