import Association
import ByteText

/// An app store.
public enum AppStore: String, Sendable, Hashable, CaseIterable, Comparable {
    case play, amazon, huawei, samsung
    case fDroid = "f-droid"
    case appStore = "app_store"

    /// The display name.
    public var title: String {
        switch self {
        case .play: "Play"
        case .amazon: "Amazon"
        case .huawei: "AppGallery"
        case .samsung: "Galaxy Store"
        case .fDroid: "F-Droid"
        case .appStore: "App Store"
        }
    }

    public static func < (one: AppStore, other: AppStore) -> Bool { one.rawValue < other.rawValue }
}

/// The page of an app in a store.
public struct AppStorePage: Sendable, Hashable {
    /// The store.
    public var store: AppStore
    /// The package name or App Store ID; `nil` if the URL contains none.
    public var app: String?
    /// The URL that led there.
    public var address: String
    /// Whether it is the store's web page rather than its app.
    public var isWeb: Bool
}

extension AppStorePage {
    /// Parses a URL of a store's website; `nil` for any other.
    init?(web address: String) {
        let link = LinkAddress(address)
        let last = link.path.split(separator: "/").last.map(String.init)
        switch link.host {
        case "play.google.com" where link.path.hasPrefix("/store"):
            self.init(store: .play, app: address.queryValue("id"), address: address, isWeb: true)
        case "apps.apple.com", "itunes.apple.com":
            let id = last.flatMap { $0.hasPrefix("id") ? String($0.dropFirst(2)) : nil }
            self.init(store: .appStore, app: id, address: address, isWeb: true)
        case "www.amazon.com" where link.path.hasPrefix("/gp/mas/dl/android"):
            self.init(store: .amazon, app: address.queryValue("p"), address: address, isWeb: true)
        case "appgallery.huawei.com", "appgallery.cloud.huawei.com":
            self.init(store: .huawei, app: address.queryValue("id") ?? last, address: address, isWeb: true)
        case "galaxystore.samsung.com": self.init(store: .samsung, app: last, address: address, isWeb: true)
        case "f-droid.org": self.init(store: .fDroid, app: last, address: address, isWeb: true)
        default: return nil
        }
    }

    /// Parses a URL with a store's own scheme; `nil` for any other. `market:` belongs to Play.
    init?(scheme address: String) {
        switch address.urlScheme {
        case "market": self.init(store: .play, app: address.queryValue("id"), address: address, isWeb: false)
        case "amzn": self.init(store: .amazon, app: address.queryValue("p"), address: address, isWeb: false)
        case "appmarket", "store":
            self.init(store: .huawei, app: address.queryValue("id"), address: address, isWeb: false)
        case "samsungapps":
            let last = AddressParts(address).path.split(separator: "/").last.map(String.init)
            self.init(store: .samsung, app: last, address: address, isWeb: false)
        case "itms-apps", "itms-appss":
            var parts = AddressParts(address)
            parts.scheme = "https"
            self.init(web: parts.text)
            (self.address, isWeb) = (address, false)
        default: return nil
        }
    }

    /// The page in the store's app.
    var inApp: AppStorePage {
        var page = self
        page.isWeb = false
        return page
    }

    /// Play's own URL of the page, with the whole query.
    var market: AppStorePage {
        var page = inApp
        page.address = "market://details?" + LinkAddress(address).query
        return page
    }

    /// The page of a package in Play.
    static func market(_ package: String) -> AppStorePage {
        AppStorePage(store: .play, app: package, address: "market://details?id=" + package, isWeb: false)
    }

    /// The evidence about the store's URLs.
    var fact: Fact {
        switch store {
        case .play: .play
        case .amazon: .amazon
        case .huawei: .huawei
        case .samsung: .samsungStore
        case .fDroid: .fDroid
        case .appStore: address.urlScheme?.hasPrefix("itms") == true ? .itmsApps : .appStore
        }
    }
}
