/// What an app has to declare so that systems and browsers open it for a site's links: the other half of the association
/// files, which name the app.
public struct AppDeclaration: Sendable, Equatable {
    /// A filter of an Android manifest for `VIEW`, `DEFAULT` and `BROWSABLE` in https (Android Developers, "Create deep
    /// links").
    public struct IntentFilter: Sendable, Equatable {
        /// In lower case, without a port.
        public var host: String
        /// What paths begin with; nil for all.
        public var pathPrefix: String?
        /// Whether the system is to open the app for these links by itself (`android:autoVerify`): only on hosts whose
        /// `assetlinks.json` is served here. The others are for what an `intent:` hands over.
        public var isVerified: Bool
    }

    /// The app.
    public var app: AppDefinition
    /// For Android; empty for Apple's systems.
    public var filters: [IntentFilter] = []
    /// For Apple's systems, entries of `com.apple.developer.associated-domains` such as `applinks:links.example.com`; empty
    /// for Android.
    public var associatedDomains: [String] = []
}

extension SiteDefinition {
    /// What each app of the site has to declare, in the order of the file.
    public var declarations: [AppDeclaration] {
        apps.map { app in
            switch app.store {
            case .android: AppDeclaration(app: app, filters: filters(of: app))
            case .ios: AppDeclaration(app: app, associatedDomains: associatedDomains(of: app))
            }
        }
    }

    private func associatedDomains(of app: AppDefinition) -> [String] {
        let hosts = linkPlaces.map(\.host)
        let services = app.sharesCredentials ? ["applinks", "webcredentials"] : ["applinks"]
        return services.flatMap { service in Self.once(hosts).map { "\(service):\($0)" } }
    }

    /// First the links that the system opens by itself, then what an `intent:` has as its data.
    private func filters(of app: AppDefinition) -> [AppDeclaration.IntentFilter] {
        var filters = hosting.map {
            AppDeclaration.IntentFilter(host: $0, pathPrefix: "/__/auth/links", isVerified: true)
        }
        filters += linkPlaces.filter { !hosting.contains($0.host) }.map {
            AppDeclaration.IntentFilter(host: $0.host, pathPrefix: $0.prefix, isVerified: true)
        }
        // Hosting links are handed over as they are clicked, unless the site says otherwise.
        if app.receives == .payload || app.receives == nil && !hosts.isEmpty {
            filters += payloadHosts.map { AppDeclaration.IntentFilter(host: $0, pathPrefix: nil, isVerified: false) }
        }
        return filters
    }

    /// Where links lie, each host with its prefix; those of mails last.
    private var linkPlaces: [(host: String, prefix: String?)] {
        let places = hosts.map { link in
            let slash = link.firstIndex(of: "/")
            return (host: String(link[..<(slash ?? link.endIndex)]), prefix: slash.map { String(link[$0...]) })
        }
        return places + hosting.map { (host: $0, prefix: nil) }
    }

    /// The hosts that payloads are known to have: those that are authorized, and the web widget's for mails.
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
