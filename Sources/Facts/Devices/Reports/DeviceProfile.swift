public import ByteText

/// What a trusted peer, or the app itself, states about the device. It beats client hints, which beat the user agent.
public struct DeviceProfile: Sendable {
    /// The platform; nil where the profile does not say.
    public var platform: Platform?
    /// Dotted numbers.
    public var osVersion: TextRange?
    /// The form of the device; nil where the profile does not say.
    public var formFactor: FormFactor?
    /// The app that shows the link inside itself; nil where the profile does not say.
    public var inApp: InApp?
    /// Whether the client is automatic; nil where the profile does not say.
    public var bot: Bool?
    /// What the bot is for; nil where the profile does not say.
    public var botKind: BotKind?
    /// The store that the device installs apps from; nil where the profile does not say.
    public var store: DeviceStore?
    /// The browser; nil where the profile does not say.
    public var browser: Browser?
    /// Dotted numbers.
    public var browserVersion: TextRange?
    /// The apps that were reported, in the order of the report.
    public var apps: [AppReport]

    /// A profile that states what is given and nothing else.
    @inlinable
    public init(
        platform: Platform? = nil, osVersion: TextRange? = nil, formFactor: FormFactor? = nil, inApp: InApp? = nil,
        bot: Bool? = nil, botKind: BotKind? = nil, store: DeviceStore? = nil, browser: Browser? = nil,
        browserVersion: TextRange? = nil, apps: [AppReport] = []
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
        self.apps = apps
    }
}

/// Why a `Fingerpost-Device` header is refused. Offsets count bytes from the start of the header's value.
public enum DeviceProfileFault: Error, Hashable, Sendable {
    /// The value is not a dictionary (RFC 9651, section 3.2), or uses a type that no key has.
    case malformed(offset: Int)
    /// A key that the profile does not know.
    case unknownKey(offset: Int)
    /// A parameter that its member does not have.
    case unknownParameter(offset: Int)
    /// A value of the wrong type for its key, or a word that is none of the key's words.
    case wrongValue(offset: Int)
}

extension DeviceProfileFault: CustomStringConvertible {
    /// What is wrong, where, and what was expected, without anything of the value. Places count from 1.
    public var description: String {
        switch self {
        case .malformed(let offset):
            "character \(offset + 1) is not that of a dictionary (RFC 9651) such as platform=android, os-version=\"14\""
        case .unknownKey(let offset):
            "unknown key at character \(offset + 1); known keys: platform, os-version, form-factor, in-app, bot, bot-kind, app"
        case .unknownParameter(let offset):
            "unknown parameter at character \(offset + 1); only an app has parameters: version and state"
        case .wrongValue(let offset):
            "the value at character \(offset + 1) does not fit its key: bot is ?0 or ?1, an app and the versions are in "
                + "double quotes, and the others are words such as android"
        }
    }
}
