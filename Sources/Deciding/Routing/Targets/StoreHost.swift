import ByteText

/// A host of a store's pages.
public enum StoreHost: String, Sendable, CaseIterable {
    case play = "play.google.com"
    case appStore = "apps.apple.com"
    case iTunes = "itunes.apple.com"
    case amazon = "www.amazon.com"
    case appGallery = "appgallery.huawei.com"

    /// Whether an https origin belongs to a store that sells only apps, so that no site has a reason to allow all of
    /// it.
    public static func hasOnlyApps(_ origin: String) -> Bool {
        allCases.contains { $0 != .amazon && origin == "https://\($0.rawValue)" }
    }

    /// The store with a lower-case host, or `nil`.
    init?(_ host: Span<UInt8>) {
        if host.equals("play.google.com") {
            self = .play
        } else if host.equals("apps.apple.com") {
            self = .appStore
        } else if host.equals("itunes.apple.com") {
            self = .iTunes
        } else if host.equals("www.amazon.com") {
            self = .amazon
        } else if host.equals("appgallery.huawei.com") {
            self = .appGallery
        } else {
            return nil
        }
    }
}
