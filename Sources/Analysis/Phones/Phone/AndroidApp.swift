import Association

/// An app on Android, and what its manifest declares.
public struct AndroidApp: Sendable, Hashable {
    /// The package name.
    public var package: String
    /// The version, as the site's minimum states it.
    public var version: String
    /// The filters for VIEW that browsers may use (categories DEFAULT and BROWSABLE, exported).
    public var filters: [IntentFilter]
    /// The hosts that the system verified after it was installed (`autoVerify`).
    public var verifiedHosts: Set<String>
    /// The hosts that the owner picked in the settings.
    public var pickedHosts: Set<String> = []
    /// The setting "Open supported links".
    public var opensSupportedLinks = true
    /// Whether it was built for Android 13 or later (target 33).
    public var targetsAndroid13 = true

    /// An app with filters, all of whose web hosts are verified unless others are named.
    public init(_ package: String, version: String, filters: [IntentFilter], verifiedHosts: Set<String>? = nil) {
        (self.package, self.version, self.filters) = (package, version, filters)
        self.verifiedHosts = verifiedHosts ?? Set(filters.compactMap(\.verifiableHost))
    }

    /// Whether a filter fits an address.
    func fits(_ url: String) -> Bool { filters.contains { $0.fits(url) } }
}

/// An intent filter's data: what addresses it takes.
public struct IntentFilter: Sendable, Hashable {
    /// The scheme, in lower case.
    public var scheme: String
    /// The host, or `*.` and a suffix; nil: any host.
    public var host: String?
    /// What the path begins with; nil: any path.
    public var pathPrefix: String?

    /// A filter.
    public init(scheme: String, host: String? = nil, pathPrefix: String? = nil) {
        (self.scheme, self.host, self.pathPrefix) = (scheme, host, pathPrefix)
    }

    /// A filter for a host's web links.
    public static func web(_ host: String, pathPrefix: String? = nil) -> IntentFilter {
        IntentFilter(scheme: "https", host: host, pathPrefix: pathPrefix)
    }

    /// Whether an address fits (Android, `IntentFilter.matchData`).
    func fits(_ url: String) -> Bool {
        guard url.urlScheme == scheme else { return false }
        let address = LinkAddress(url)
        if let host, !Self.covers(host, address.host) { return false }
        // A custom address without an authority has no path to compare.
        return pathPrefix.map { address.path.hasPrefix($0) } ?? true
    }

    /// The host that `autoVerify` asks for.
    var verifiableHost: String? {
        scheme == "https" || scheme == "http" ? host.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 } : nil
    }

    /// Whether a declared host is that host, or its suffix.
    static func covers(_ declared: String, _ host: String) -> Bool {
        declared.hasPrefix("*.") ? host.hasSuffix(declared.dropFirst()) : declared == host
    }
}
