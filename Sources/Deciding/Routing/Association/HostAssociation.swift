public import Association
import ByteText

/// The contents of one host's association files: the links that apps open, for the sites that share the host.
///
/// Built on demand. It costs a rule set neither memory nor load time.
public struct HostAssociation {
    /// One site's claim to the host.
    struct Claim {
        var site: SiteDefinition
        /// The link domain's prefix; `nil` if the host serves `/__/auth/links` only.
        var prefix: String?

        /// The path of the claim's links: its prefix, or the fixed path of Hosting links.
        var path: String { prefix ?? "/__/auth/links" }

        /// Patterns for the paths of the claim's links.
        var patterns: [String] {
            guard let prefix else { return [path] }
            return prefix.isEmpty ? ["/*"] : [prefix, prefix + "/*"]
        }
    }

    /// In matching order: fixed paths first, and longer prefixes before shorter ones.
    let claims: [Claim]
    /// The paths of web widgets on the host.
    let handlerPaths: [String]
    /// The claims within a prefix, by prefix.
    private let within: [String: [Int]]

    init(claims: [Claim], handlerPaths: [String]) {
        self.claims = claims
        self.handlerPaths = handlerPaths
        var within: [String: [Int]] = [:]
        for (index, claim) in claims.enumerated() {
            for end in claim.path.indices where claim.path[end] == "/" {
                within[String(claim.path[..<end]), default: []].append(index)
            }
            within[claim.path, default: []].append(index)
        }
        self.within = within
    }

    /// The `apple-app-site-association` file. Apps without a `team` have no app ID and are left out.
    public var apple: AppleAppSiteAssociation {
        var file = AppleAppSiteAssociation()
        for app in apps(.ios) {
            guard let appID = app.definition.appID else { continue }
            file.details.append(.init(appID: appID, components: components(of: app)))
            if app.sharesCredentials { file.webCredentials.append(appID) }
            file.appClips += app.appClips.filter { !file.appClips.contains($0) }
        }
        return file
    }

    /// The `assetlinks.json` file. Apps without fingerprints can't be told apart from forgeries and are left out.
    public var android: AssetLinks {
        var file = AssetLinks()
        for app in apps(.android) where !app.fingerprints.isEmpty {
            file.statements.append(
                .init(
                    package: app.definition.id, fingerprints: app.fingerprints, components: components(of: app),
                    sharesCredentials: app.sharesCredentials))
        }
        return file
    }

    /// The `applinking.json` file; `nil` if no site on the host has an app for HarmonyOS.
    public var harmony: AppLinking? {
        let apps = apps(.harmony).compactMap(\.definition.appGalleryConnectID)
        return apps.isEmpty ? nil : AppLinking(apps: apps)
    }
}

extension AppDefinition {
    /// The app's identifier on Apple platforms: App ID prefix and bundle ID; `nil` without a `team`.
    public var appID: String? { team.map { "\($0).\(id)" } }
}

// MARK: - One app on one host

extension HostAssociation {
    /// An app with the claims of all sites on the host that register it.
    fileprivate struct App {
        var definition: AppDefinition
        var claims: [Int]
        var fingerprints: [String]
        var sharesCredentials: Bool
        var appClips: [String]
    }

    private func apps(_ store: AppDefinition.Store) -> [App] {
        var apps: [App] = []
        var places: [String: Int] = [:]
        for (claim, site) in claims.map(\.site).enumerated() {
            for app in site.apps where app.store == store {
                // Two sites may register one app with two App ID prefixes.
                let name = app.appID ?? app.id
                if let place = places[name] {
                    apps[place].add(app, claim)
                } else {
                    places[name] = apps.count
                    apps.append(
                        App(definition: app, claims: [], fingerprints: [], sharesCredentials: false, appClips: []))
                    apps[apps.count - 1].add(app, claim)
                }
            }
        }
        return apps
    }

    /// First the paths that no app may open, then each claim in matching order. Links that belong to another site
    /// within one of the app's claims are left to that site.
    private func components(of app: App) -> [LinkComponent] {
        let reserved = Self.webPaths + handlerPaths.filter { !Self.webPaths.contains($0) }
        var components = reserved.map(LinkComponent.exclude)
        let prefixes = app.claims.compactMap { claims[$0].prefix }
        for index in Set(app.claims + prefixes.flatMap { within[$0] ?? [] }).sorted() {
            let claim = claims[index]
            if app.claims.contains(index) {
                components += claim.exclusions + claim.patterns.map(LinkComponent.open)
            } else {
                components += claim.patterns.map(LinkComponent.exclude)
            }
        }
        return components
    }

    /// Action links, which belong to the web widget; reserved addresses; and QR codes and previews of links.
    private static let webPaths = [
        "/__/auth/action", "/__/auth/action/*", "/__/auth/handler*", "/_/*", "/_fp/*", "/*/qr.svg", "/*/qr.png",
        "/*+",
    ]
}

extension HostAssociation.App {
    fileprivate mutating func add(_ app: AppDefinition, _ claim: Int) {
        if claims.last != claim { claims.append(claim) }
        fingerprints += app.fingerprints.filter { !fingerprints.contains($0) }
        sharesCredentials = sharesCredentials || app.sharesCredentials
        if let team = app.team, let clip = app.appClip { appClips.append("\(team).\(clip)") }
    }
}

extension HostAssociation.Claim {
    /// The links that the site leaves to the web, with the prefix prepended.
    fileprivate var exclusions: [LinkComponent] {
        guard let prefix else { return [] }
        return site.excludedLinks.flatMap { link in
            let patterns = link.path.map { [prefix + $0.text] } ?? (prefix.isEmpty ? [] : self.patterns)
            guard !patterns.isEmpty else { return [link] }
            return patterns.map { pattern in
                var placed = link
                placed.path = WildcardPattern(pattern)
                return placed
            }
        }
    }
}

extension RuleSet {
    /// The association of a host, given in lower case and without a port; `nil` if the host has no links.
    ///
    /// Takes microseconds and allocates. Systems fetch association files once in hours.
    public func association(of host: Span<UInt8>) -> HostAssociation? {
        var claims: [HostAssociation.Claim] = []
        var handlerPaths: [String] = []
        for (site, role) in hosts.roles(of: host) {
            switch role {
            case .handler(let path): handlerPaths.append(String(path.span))
            case .hosting: claims.append(.init(site: sites[site], prefix: nil))
            case .links(let prefix): claims.append(.init(site: sites[site], prefix: String(prefix.span)))
            }
        }
        return claims.isEmpty ? nil : HostAssociation(claims: claims, handlerPaths: handlerPaths)
    }
}
