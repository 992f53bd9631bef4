public import ByteText

/// Whether an app is installed and up to date.
public enum AppState: UInt8, Word {
    /// Installed and at least the minimum version.
    case current
    /// Installed but older than the minimum version.
    case outdated
    /// Not installed.
    case absent
    /// Not known.
    case unknown

    /// The spelling in rules, requests and responses.
    public var name: StaticString {
        switch self {
        case .current: "current"
        case .outdated: "outdated"
        case .absent: "absent"
        case .unknown: "unknown"
        }
    }
}
