public import ByteText

/// What is known of the device behind a click.
public struct Device: Sendable {
    public var platform: Platform
    /// The version of the system as dotted numbers in the arena; empty = unknown.
    public var osVersion: TextRange
    public var formFactor: FormFactor
    public var inApp: InApp
    /// Whether no person sits behind the request.
    public var bot: Bool
    /// What the bot is for; nil for people.
    public var botKind: BotKind?

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
}
