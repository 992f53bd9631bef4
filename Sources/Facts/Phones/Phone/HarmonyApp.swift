import Association

/// An app on HarmonyOS 5 or later with the relevant declarations of its module.
public struct HarmonyApp: Sendable, Hashable {
    /// The bundle name.
    public var bundle: String
    /// The ID assigned by AppGallery Connect.
    public var appID: String
    /// The version.
    public var version: String
    /// The web links that an ability declares with `domainVerify`.
    public var links: [IntentFilter]

    /// Creates an app.
    public init(_ bundle: String, appID: String, version: String, links: [IntentFilter]) {
        (self.bundle, self.appID, self.version, self.links) = (bundle, appID, version, links)
    }
}

extension Phone {
    /// The app that claims a link: it declares the link, and the host's file has its ID. Of several, the first one.
    func linkedApp(_ url: String) -> HarmonyApp? {
        harmonyApps.first { app in
            app.links.contains { $0.fits(url) } && appLinking[url.urlHost]?.apps.contains(app.appID) ?? false
        }
    }
}
