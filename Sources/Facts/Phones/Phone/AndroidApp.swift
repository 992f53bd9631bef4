import Association

/// An Android app with the relevant declarations of its manifest.
public struct AndroidApp: Sendable, Hashable {
    /// The package name.
    public var package: String
    /// The version, in the format of the site's minimum version.
    public var version: String
    /// The intent filters for VIEW that browsers may use (categories DEFAULT and BROWSABLE, exported).
    public var filters: [IntentFilter]
    /// The hosts that the system verified after installation (`autoVerify`).
    public var verifiedHosts: Set<String>
    /// The hosts that the user added in the settings.
    public var pickedHosts: Set<String> = []
    /// The setting "Open supported links".
    public var opensSupportedLinks = true
    /// Whether it was built for Android 13 or later (target 33).
    public var targetsAndroid13 = true

    /// An app with filters. All their web hosts count as verified unless other hosts are given.
    public init(_ package: String, version: String, filters: [IntentFilter], verifiedHosts: Set<String>? = nil) {
        (self.package, self.version, self.filters) = (package, version, filters)
        self.verifiedHosts = verifiedHosts ?? Set(filters.compactMap(\.verifiableHost))
    }

    /// Whether a filter matches a URL.
    func fits(_ url: String) -> Bool { filters.contains { $0.fits(url) } }
}

/// The data of an intent filter, which determines the URLs that it matches.
public struct IntentFilter: Sendable, Hashable {
    /// The scheme, in lower case.
    public var scheme: String
    /// The host, or a wildcard such as `*.example.com`; `nil` for any host.
    public var host: String?
    /// The path prefix; `nil` for any path.
    public var pathPrefix: String?

    /// Creates a filter.
    public init(scheme: String, host: String? = nil, pathPrefix: String? = nil) {
        (self.scheme, self.host, self.pathPrefix) = (scheme, host, pathPrefix)
    }

    /// A filter for a host's web links.
    public static func web(_ host: String, pathPrefix: String? = nil) -> IntentFilter {
        IntentFilter(scheme: "https", host: host, pathPrefix: pathPrefix)
    }

    /// Whether a URL matches (Android, `IntentFilter.matchData`).
    func fits(_ url: String) -> Bool {
        guard url.urlScheme == scheme else { return false }
        let address = LinkAddress(url)
        if let host, !Self.covers(host, address.host) { return false }
        // A custom URL without an authority has no path to compare.
        return pathPrefix.map { address.path.hasPrefix($0) } ?? true
    }

    /// The host that `autoVerify` requests.
    var verifiableHost: String? {
        scheme == "https" || scheme == "http" ? host.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 } : nil
    }

    /// Whether a declared host equals the host or covers it as a wildcard.
    static func covers(_ declared: String, _ host: String) -> Bool {
        declared.hasPrefix("*.") ? host.hasSuffix(declared.dropFirst()) : declared == host
    }
}
