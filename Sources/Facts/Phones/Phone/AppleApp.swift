import Association

/// An app on Apple's systems with the relevant entitlements and property list entries.
public struct AppleApp: Sendable, Hashable {
    /// The App ID: prefix and bundle ID, for example `ABCDE12345.com.example.ios`.
    public var appID: String
    /// The bundle ID.
    public var bundle: String
    /// The version, in the format of the site's minimum version.
    public var version: String
    /// The associated domains without `applinks:`: a host, or a wildcard such as `*.example.com`.
    public var domains: [String]
    /// The custom schemes, in lower case.
    public var schemes: Set<String>

    /// Creates an app.
    public init(_ bundle: String, team: String, version: String, domains: [String], schemes: Set<String> = []) {
        (self.bundle, self.version, self.domains, self.schemes) = (bundle, version, domains, schemes)
        appID = "\(team).\(bundle)"
    }
}

extension Phone {
    /// The apps that claim a universal link: those that declare its host and are listed for it in the host's file.
    ///
    /// Hosts are compared exactly. A wildcard uses the file of the domain itself.
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
