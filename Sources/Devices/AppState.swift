import ByteText

/// Whether an app is on the device, and whether it is new enough.
public enum AppState: UInt8, CaseIterable, Sendable {
    /// Installed and at least the minimum version.
    case current
    /// Installed and strictly older than the minimum version.
    case outdated
    /// Not installed.
    case absent
    /// Nothing told.
    case unknown

    /// The word that rules, requests and answers use for this value.
    public var name: StaticString {
        switch self {
        case .current: "current"
        case .outdated: "outdated"
        case .absent: "absent"
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
