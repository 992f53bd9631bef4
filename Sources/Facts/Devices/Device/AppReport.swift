public import ByteText

/// The state of one app according to a device profile.
public struct AppReport: Sendable {
    /// The package name or bundle ID, or `nil` for the link's app on this platform.
    public var id: TextRange?
    /// The reported state, or `nil` to derive it from the version.
    public var state: AppState?
    /// The installed version as written in the profile.
    public var version: TextRange?

    /// Creates a report about an app, or about the link's own app if `id` is `nil`.
    @inlinable
    public init(id: TextRange? = nil, state: AppState? = nil, version: TextRange? = nil) {
        self.id = id
        self.state = state
        self.version = version
    }
}

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
