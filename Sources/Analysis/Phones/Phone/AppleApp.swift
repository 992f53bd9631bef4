import Association

/// An app on Apple's systems, and what its entitlements and its property list declare.
public struct AppleApp: Sendable, Hashable {
    /// App ID prefix and bundle ID: `ABCDE12345.com.example.ios`.
    public var appID: String
    /// The bundle ID.
    public var bundle: String
    /// The version, as the site's minimum states it.
    public var version: String
    /// The associated domains without `applinks:`: a host, or `*.` and a suffix.
    public var domains: [String]
    /// The custom schemes, in lower case.
    public var schemes: Set<String>

    /// An app.
    public init(_ bundle: String, team: String, version: String, domains: [String], schemes: Set<String> = []) {
        (self.bundle, self.version, self.domains, self.schemes) = (bundle, version, domains, schemes)
        appID = "\(team).\(bundle)"
    }
}

extension Phone {
    /// The apps that claim a universal link: those that declare its host, and that the host's file names for it.
    ///
    /// The host is compared exactly; a wildcard's file is that of the domain itself.
    func claimants(of url: String) -> [AppleApp] {
        guard url.urlScheme == "https" || url.urlScheme == "http" else { return [] }
        let link = LinkAddress(url)
        return appleApps.filter { app in
            app.domains.contains { declared in
                guard IntentFilter.covers(declared, link.host) else { return false }
                let host = declared.hasPrefix("*.") ? String(declared.dropFirst(2)) : declared
                return appleFiles[host]?.opens(link, appID: app.appID) ?? false
            }
        }
    }
}
