public import ByteText

/// The kind of device by size and use.
public enum FormFactor: UInt8, Word {
    /// A phone, feature phones and iPods included.
    case phone
    /// A tablet or reader.
    case tablet
    /// A desktop or notebook computer.
    case desktop
    /// A television, a box at one, or a screen in public.
    case tv
    /// A watch or glasses.
    case wearable
    /// A console, a car, a speaker.
    case other
    /// Nothing shows it.
    case unknown

    /// The word that rules, requests and answers use for this value.
    public var name: StaticString {
        switch self {
        case .phone: "phone"
        case .tablet: "tablet"
        case .desktop: "desktop"
        case .tv: "tv"
        case .wearable: "wearable"
        case .other: "other"
        case .unknown: "unknown"
        }
    }
}
