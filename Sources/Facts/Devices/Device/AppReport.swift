public import ByteText

/// What a profile says of one app on the device.
public struct AppReport: Sendable {
    /// The package name or bundle ID; nil means the app of the link for this platform.
    public var id: TextRange?
    /// The stated state; nil means it follows from the version.
    public var state: AppState?
    /// The installed version as the profile spells it.
    public var version: TextRange?

    /// A report about an app; without `id`, about the link's own.
    @inlinable
    public init(id: TextRange? = nil, state: AppState? = nil, version: TextRange? = nil) {
        self.id = id
        self.state = state
        self.version = version
    }
}
