public import ByteText

/// Whether an app is on the device, and whether it is new enough.
public enum AppState: UInt8, Word {
    /// Installed and at least the minimum version.
    case current
    /// Installed and strictly older than the minimum version.
    case outdated
    /// Not installed.
    case absent
    /// Nothing shows it.
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
}
