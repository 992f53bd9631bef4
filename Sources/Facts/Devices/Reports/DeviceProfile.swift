public import ByteText

/// What a trusted peer, or the app itself, states about the device. It beats client hints, which beat the user agent.
public struct DeviceProfile: Sendable {
    public var platform: Platform?
    /// Dotted numbers.
    public var osVersion: TextRange?
    public var formFactor: FormFactor?
    public var inApp: InApp?
    public var bot: Bool?
    public var botKind: BotKind?
    /// The apps that were reported, in the order of the report.
    public var apps: [AppReport]

    @inlinable
    public init(
        platform: Platform? = nil, osVersion: TextRange? = nil, formFactor: FormFactor? = nil, inApp: InApp? = nil,
        bot: Bool? = nil, botKind: BotKind? = nil, apps: [AppReport] = []
    ) {
        self.platform = platform
        self.osVersion = osVersion
        self.formFactor = formFactor
        self.inApp = inApp
        self.bot = bot
        self.botKind = botKind
        self.apps = apps
    }
}
