public import ByteText

/// The operating system that decides which app store and which link technique a click can use.
public enum Platform: UInt8, Word {
    /// Android with or without Google, Fire OS included.
    case android
    /// iPhone and iPod touch.
    case ios
    /// iPad, also with the iOS versions from before the name iPadOS.
    case ipados
    /// Mac, and an iPad that asks for desktop sites: they look the same.
    case macos
    /// Windows on a PC. Windows Phone is ``other``.
    case windows
    /// Linux with a desktop, and nameless Linux devices.
    case linux
    /// ChromeOS.
    case chromeos
    /// A known system with neither store nor app links: TVs, consoles, feature phones, BSD.
    case other
    /// Nothing shows it.
    case unknown

    /// The word that rules, requests and answers use for this value.
    public var name: StaticString {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .ipados: "ipados"
        case .macos: "macos"
        case .windows: "windows"
        case .linux: "linux"
        case .chromeos: "chromeos"
        case .other: "other"
        case .unknown: "unknown"
        }
    }

    /// Whether it is a computer's, by which there may be a phone; an iPad that asks for desktop sites looks like one.
    public var isOfComputer: Bool {
        switch self {
        case .macos, .windows, .linux, .chromeos: true
        case .android, .ios, .ipados, .other, .unknown: false
        }
    }
}
