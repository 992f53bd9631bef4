/// The declarations that an app needs so that systems and browsers open it for a site's links: the counterpart of the
/// association files, which name the app.
public struct AppDeclaration: Sendable, Equatable {
    /// An https intent filter of an Android manifest, with `VIEW`, `DEFAULT` and `BROWSABLE` (Android Developers,
    /// "Create deep links"), or a URI of an ability on HarmonyOS.
    public struct IntentFilter: Sendable, Equatable {
        /// In lower case, without a port.
        public var host: String
        /// The path prefix; `nil` for all paths.
        public var pathPrefix: String?
        /// Whether the system should open the app for these links automatically (`android:autoVerify`). Only set for
        /// hosts whose `assetlinks.json` is served by the daemon. The other filters are for links passed on by an
        /// `intent:` URI.
        public var isVerified: Bool
    }

    /// The app.
    public var app: AppDefinition
    /// Intent filters for Android, or URIs for HarmonyOS; empty for Apple platforms.
    public var filters: [IntentFilter] = []
    /// Entries of `com.apple.developer.associated-domains` for Apple platforms, such as `applinks:links.example.com`;
    /// empty for other platforms.
    public var associatedDomains: [String] = []
}

extension SiteDefinition {
    /// The declarations of each app of the site, in the order of the file.
    public var declarations: [AppDeclaration] {
        apps.map { app in
            switch app.store {
            case .android: AppDeclaration(app: app, filters: filters(of: app))
            case .ios: AppDeclaration(app: app, associatedDomains: associatedDomains(of: app))
            case .harmony: AppDeclaration(app: app, filters: verifiedFilters)
            }
        }
    }

    private func associatedDomains(of app: AppDefinition) -> [String] {
        let hosts = linkPlaces.map(\.host)
        let services = app.sharesCredentials ? ["applinks", "webcredentials"] : ["applinks"]
        return services.flatMap { service in Self.once(hosts).map { "\(service):\($0)" } }
    }

    /// The links that the system opens automatically.
    private var verifiedFilters: [AppDeclaration.IntentFilter] {
        hosting.map { AppDeclaration.IntentFilter(host: $0, pathPrefix: "/__/auth/links", isVerified: true) }
            + linkPlaces.filter { !hosting.contains($0.host) }.map {
                AppDeclaration.IntentFilter(host: $0.host, pathPrefix: $0.prefix, isVerified: true)
            }
    }

    /// First the links that the system opens automatically, then the data of `intent:` URIs.
    private func filters(of app: AppDefinition) -> [AppDeclaration.IntentFilter] {
        var filters = verifiedFilters
        // Hosting links are passed on as clicked, unless the site overrides this.
        if app.receives == .payload || app.receives == nil && !hosts.isEmpty {
            filters += payloadHosts.map { AppDeclaration.IntentFilter(host: $0, pathPrefix: nil, isVerified: false) }
        }
        return filters
    }

    /// The locations of links: each host with its prefix, hosts of mail links last.
    private var linkPlaces: [(host: String, prefix: String?)] {
        linkDomains.map { (host: $0.host, prefix: $0.prefix.isEmpty ? nil : $0.prefix) }
            + hosting.map { (host: $0, prefix: nil) }
    }

    /// The hosts that payloads are known to have: the authorized domains, and the web widget's host for mails.
    private var payloadHosts: [String] {
        let widget = handler.flatMap(HandlerAddress.init).map(\.host)
        let authorized = authorizedDomains.filter { $0 != "localhost" && !$0.hasPrefix("127.") }
        return Self.once((widget.map { [$0] } ?? []) + authorized).filter { host in
            !linkPlaces.contains { $0.host == host }
        }
    }

    private static func once(_ names: [String]) -> [String] {
        names.enumerated().filter { index, name in !names[..<index].contains(name) }.map(\.element)
    }
}
