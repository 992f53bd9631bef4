public import ByteText

/// The type of device by size and use.
public enum FormFactor: UInt8, Word {
    /// A phone, including feature phones and iPods.
    case phone
    /// A tablet or e-reader.
    case tablet
    /// A desktop or notebook computer.
    case desktop
    /// A television, a set-top box, or a public display.
    case tv
    /// A watch or glasses.
    case wearable
    /// A console, a car, or a speaker.
    case other
    /// Not known.
    case unknown

    /// The spelling in rules, requests and responses.
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
