public import ByteText

/// The operating system, which determines the available app store and link technology.
public enum Platform: UInt8, Word {
    /// Android with or without Google services, including Fire OS.
    case android
    /// iPhone and iPod touch.
    case ios
    /// iPad, including iOS versions before iPadOS.
    case ipados
    /// Mac, and iPads that request desktop sites, which look the same.
    case macos
    /// Windows on a PC. Windows Phone is ``other``.
    case windows
    /// Desktop Linux and unidentified Linux devices.
    case linux
    /// ChromeOS.
    case chromeos
    /// HarmonyOS 5 and later, which does not run Android apps. Earlier versions are ``android``.
    case harmonyos
    /// A known system with neither app store nor app links: TVs, consoles, feature phones, BSD.
    case other
    /// Not known.
    case unknown

    /// The spelling in rules, requests and responses.
    public var name: StaticString {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .ipados: "ipados"
        case .macos: "macos"
        case .windows: "windows"
        case .linux: "linux"
        case .chromeos: "chromeos"
        case .harmonyos: "harmonyos"
        case .other: "other"
        case .unknown: "unknown"
        }
    }

    /// Whether it is a desktop system, whose user may have a phone at hand. Includes iPads that request desktop sites.
    public var isOfComputer: Bool {
        switch self {
        case .macos, .windows, .linux, .chromeos: true
        case .android, .ios, .ipados, .harmonyos, .other, .unknown: false
        }
    }
}
