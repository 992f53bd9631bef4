public import ByteText

/// A text in user agents, and the facts of the devices that send it.
public struct DeviceCorrection: Sendable, Equatable {
    /// The position at which the text counts.
    public enum Place: UInt8, Word {
        /// Not preceded by a letter or digit, unless the text itself begins with another character.
        case wordStart
        /// Anywhere.
        case anywhere

        /// The spelling in files.
        public var name: StaticString {
            switch self {
            case .wordStart: "word_start"
            case .anywhere: "anywhere"
            }
        }

        var ofToken: DeviceToken.Place {
            switch self {
            case .wordStart: .wordStart
            case .anywhere: .anywhere
            }
        }
    }

    /// Whether the client is a bot.
    public enum Bot: Sendable, Equatable {
        /// A person.
        case no
        /// A bot with this purpose.
        case kind(BotKind)
    }

    /// The app whose in-app browser or HTTP client sends the request.
    public enum App: Sendable, Equatable {
        /// A listed one, or `none`.
        case listed(InApp)
        /// One that is not listed. Its name is valid according to ``DeviceCorrection/fault(inAppName:)``.
        case named(String)
    }

    /// The text, matched without regard to case. Valid according to ``fault(inToken:)``.
    public var token: String
    /// The position at which the text counts.
    public var place: Place
    /// The corrected facts; `nil` for those that stay as they are.
    public var bot: Bot?
    /// The corrected platform. The system version is unknown then.
    public var platform: Platform?
    /// The corrected form factor.
    public var formFactor: FormFactor?
    /// The corrected app. A client that is an app is not a bot, unless ``bot`` says so.
    public var app: App?

    /// Creates a correction.
    public init(
        token: String, place: Place = .wordStart, bot: Bot? = nil, platform: Platform? = nil,
        formFactor: FormFactor? = nil, app: App? = nil
    ) {
        self.token = token
        self.place = place
        self.bot = bot
        self.platform = platform
        self.formFactor = formFactor
        self.app = app
    }

    /// The names of listed apps, and those that corrections add.
    public static func appNames(in corrections: [DeviceCorrection]) -> [String] {
        InApp.names.map(\.description)
            + corrections.compactMap { if case .named(let name)? = $0.app { name } else { nil } }
    }

    /// Whether it corrects nothing.
    public var isEmpty: Bool { bot == nil && platform == nil && formFactor == nil && app == nil }

    /// The error message for an invalid token, or `nil` if it is valid.
    ///
    /// Tokens of one or two bytes would match unrelated agents.
    public static func fault(inToken text: String) -> String? {
        guard 3...64 ~= text.utf8.count else { return "a token must have 3 to 64 characters" }
        let isPlain = text.utf8.allSatisfy { $0.isAlphanumeric || " !#+,-./:;=@_()[]".utf8.contains($0) }
        return isPlain ? nil : "a token may contain only letters, digits, spaces and `!#+,-./:;=@_()[]`"
    }

    /// The error message for the invalid name of an app that is not listed, or `nil` if it is valid.
    public static func fault(inAppName name: String) -> String? {
        let isPlain = name.utf8.allSatisfy { $0.isAlphanumeric && $0 == $0.lowercased || "_-.".utf8.contains($0) }
        return isPlain && 1...40 ~= name.utf8.count
            ? nil : "the name of an app has 1 to 40 lowercase letters, digits, `_`, `-` and `.`"
    }
}

/// The names of unlisted apps, numbered from 1. A number stays valid if names are added.
public struct AppNames: Sendable {
    /// The names in the order of their numbers.
    public private(set) var all: [String] = []
    private var numbers: [String: UInt32] = [:]

    /// No names.
    public init() {}

    /// The number of a name, which is added if it is new.
    mutating func number(of name: String) -> UInt32 {
        if let number = numbers[name] { return number }
        all.append(name)
        numbers[name] = UInt32(all.count)
        return UInt32(all.count)
    }
}
