/// The file with which a host says what the apps on Apple's systems may do with its links (`apple-app-site-association`).
public struct AppleAppSiteAssociation: Sendable, Equatable {
    /// The links that one app opens.
    public struct Detail: Sendable, Equatable {
        /// App ID prefix and bundle ID: `ABCDE12345.com.example.ios`.
        public var appID: String
        /// The components in order: the first one that matches a link decides.
        public var components: [LinkComponent]

        /// Makes the entry of an app.
        public init(appID: String, components: [LinkComponent]) {
            self.appID = appID
            self.components = components
        }

        /// The components as systems before iOS 13 read them.
        public var paths: [LegacyPath] { components.compactMap { LegacyPath($0) } }
    }

    /// Larger files are not read by the systems.
    public static let maximumBytes = 128 << 10

    /// No app is listed twice.
    public var details: [Detail] = []
    /// The apps that share passwords with the host.
    public var webCredentials: [String] = []
    /// The App Clips that links of the host invoke.
    public var appClips: [String] = []

    /// A file that names no app.
    public init() {}

    /// Whether a link of the host opens an app.
    public func opens(_ link: LinkAddress, appID: String) -> Bool {
        details.first { $0.appID == appID }?.components.open(link) ?? false
    }
}
