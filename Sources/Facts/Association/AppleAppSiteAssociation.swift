/// A host's `apple-app-site-association` file, which associates its links with apps on Apple platforms.
public struct AppleAppSiteAssociation: Sendable, Equatable {
    /// The links that open an app.
    public struct Detail: Sendable, Equatable {
        /// App ID prefix and bundle ID: `ABCDE12345.com.example.ios`.
        public var appID: String
        /// The components in order; the first match decides.
        public var components: [LinkComponent]

        /// Creates the entry of an app.
        public init(appID: String, components: [LinkComponent]) {
            self.appID = appID
            self.components = components
        }

        /// The components in the format used before iOS 13.
        public var paths: [LegacyPath] { components.compactMap { LegacyPath($0) } }
    }

    /// The maximum file size in bytes. Apple's systems ignore larger files.
    public static let maximumBytes = 128 << 10

    /// The entries, at most one per app.
    public var details: [Detail] = []
    /// The App IDs of apps that share passwords with the host.
    public var webCredentials: [String] = []
    /// The App Clips invoked by links of the host.
    public var appClips: [String] = []

    /// Creates a file without apps.
    public init() {}

    /// Whether a link of the host opens an app.
    public func opens(_ link: LinkAddress, appID: String) -> Bool {
        details.first { $0.appID == appID }?.components.open(link) ?? false
    }
}
