public import ByteText

/// A device description by a trusted peer or by the app itself. It overrides client hints and the user agent.
public struct DeviceProfile: Sendable {
    /// The platform, if specified.
    public var platform: Platform?
    /// The operating system version as dotted numbers, if specified.
    public var osVersion: TextRange?
    /// The form factor, if specified.
    public var formFactor: FormFactor?
    /// The app with the in-app browser, if specified.
    public var inApp: InApp?
    /// Whether the client is a bot, if specified.
    public var bot: Bool?
    /// The purpose of the bot, if specified.
    public var botKind: BotKind?
    /// The store the device installs apps from, if specified.
    public var store: DeviceStore?
    /// The browser, if specified.
    public var browser: Browser?
    /// The browser version as dotted numbers, if specified.
    public var browserVersion: TextRange?
    /// The reported apps, in the order of the report.
    public var apps: [AppReport]

    /// Creates a profile.
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

/// The reason why a `Fingerpost-Device` header is rejected. Offsets are in bytes from the start of the header's value.
public enum DeviceProfileFault: Error, Hashable, Sendable {
    /// The value is not a dictionary (RFC 9651, section 3.2), or contains a type that no key accepts.
    case malformed(offset: Int)
    /// An unsupported key.
    case unknownKey(offset: Int)
    /// An unsupported parameter.
    case unknownParameter(offset: Int)
    /// A value of the wrong type, or a word that the key does not accept.
    case wrongValue(offset: Int)
}

extension DeviceProfileFault: CustomStringConvertible {
    /// The error, its position, counted from 1, and the expected value. Does not quote the value.
    public var description: String {
        switch self {
        case .malformed(let offset):
            "unexpected character \(offset + 1); expected a dictionary (RFC 9651) such as platform=android, os-version=\"14\""
        case .unknownKey(let offset):
            "unknown key at character \(offset + 1); known keys: platform, os-version, form-factor, in-app, bot, bot-kind, app"
        case .unknownParameter(let offset):
            "unknown parameter at character \(offset + 1); only an app has parameters: version and state"
        case .wrongValue(let offset):
            "invalid value at character \(offset + 1): bot is ?0 or ?1, app and versions are strings in double quotes, and "
                + "the others are tokens such as android"
        }
    }
}
