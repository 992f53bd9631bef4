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
    /// Whether the platform is a Mac only because the agent says so, in words that an iPad says, too.
    public internal(set) var mayBeIPad = false

    /// A device of which nothing is known but what is given. `osVersion` is a range of the click's arena.
    @inlinable
    public init(
        platform: Platform = .unknown, osVersion: TextRange = .empty, formFactor: FormFactor = .unknown,
        inApp: InApp = .unknown, bot: Bool = false, botKind: BotKind? = nil
    ) {
        self.platform = platform
        self.osVersion = osVersion
        self.formFactor = formFactor
        self.inApp = inApp
        self.bot = bot
        self.botKind = botKind
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
}
