import ByteText

/// The kind of device by size and use.
public enum FormFactor: UInt8, CaseIterable, Sendable {
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
    /// Nothing told.
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

    /// All names in the order of the raw values.
    public static var names: [StaticString] { allCases.map(\.name) }

    /// The value with this name, or nil. Case counts, as everywhere in the contract.
    public static func named(_ bytes: Span<UInt8>) -> Self? {
        var raw: UInt8 = 0
        while let value = Self(rawValue: raw) {
            if bytes.equals(value.name) { return value }
            raw += 1
        }
        return nil
    }
}
