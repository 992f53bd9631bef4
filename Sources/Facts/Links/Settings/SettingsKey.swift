/// What a key of ActionCodeSettings sets.
enum SettingsField: Equatable {
    case url, handleCodeInApp
    case android, androidPackageName, androidInstallApp, androidMinimumVersion
    case apple, iOSBundleID, iOSAppStoreID
    case linkDomain, dynamicLinkDomain
}

/// A key of ActionCodeSettings: its name, what it sets, and the spellings it belongs to.
struct SettingsKey {
    let name: String
    let field: SettingsField
    let spellings: SettingsSpelling

    private init(_ name: String, _ field: SettingsField, _ spellings: SettingsSpelling) {
        self.name = name
        self.field = field
        self.spellings = spellings
    }

    /// The keys of an object of settings.
    static let all: [SettingsKey] = [
        SettingsKey("url", .url, [.web, .mobile, .python]),
        SettingsKey("handleCodeInApp", .handleCodeInApp, [.web, .mobile]),
        SettingsKey("android", .android, .web),
        SettingsKey("iOS", .apple, .web),
        SettingsKey("linkDomain", .linkDomain, [.web, .mobile, .rest]),
        SettingsKey("dynamicLinkDomain", .dynamicLinkDomain, [.web, .mobile, .rest]),

        SettingsKey("URL", .url, [.mobile, .go]),
        SettingsKey("androidPackageName", .androidPackageName, [.mobile, .rest]),
        SettingsKey("androidInstallApp", .androidInstallApp, [.mobile, .rest]),
        SettingsKey("androidInstallIfNotAvailable", .androidInstallApp, .mobile),
        SettingsKey("androidMinimumVersion", .androidMinimumVersion, [.mobile, .rest]),
        SettingsKey("iOSBundleId", .iOSBundleID, [.mobile, .rest]),
        SettingsKey("iOSBundleID", .iOSBundleID, .mobile),
        SettingsKey("iosBundleId", .iOSBundleID, .mobile),

        SettingsKey("handle_code_in_app", .handleCodeInApp, .python),
        SettingsKey("android_package_name", .androidPackageName, .python),
        SettingsKey("android_install_app", .androidInstallApp, .python),
        SettingsKey("android_minimum_version", .androidMinimumVersion, .python),
        SettingsKey("ios_bundle_id", .iOSBundleID, .python),
        SettingsKey("link_domain", .linkDomain, .python),
        SettingsKey("dynamic_link_domain", .dynamicLinkDomain, .python),

        SettingsKey("HandleCodeInApp", .handleCodeInApp, .go),
        SettingsKey("AndroidPackageName", .androidPackageName, .go),
        SettingsKey("AndroidInstallApp", .androidInstallApp, .go),
        SettingsKey("AndroidMinimumVersion", .androidMinimumVersion, .go),
        SettingsKey("IOSBundleID", .iOSBundleID, .go),
        SettingsKey("LinkDomain", .linkDomain, .go),
        SettingsKey("DynamicLinkDomain", .dynamicLinkDomain, .go),

        SettingsKey("continueUrl", .url, .rest),
        SettingsKey("canHandleCodeInApp", .handleCodeInApp, .rest),
        SettingsKey("iOSAppStoreId", .iOSAppStoreID, .rest),
        // The web SDK sends this name where the API documents the other one.
        SettingsKey("androidMinimumVersionCode", .androidMinimumVersion, .rest),
    ]

    /// The keys under `android`.
    static let android: [SettingsKey] = [
        SettingsKey("packageName", .androidPackageName, .web),
        SettingsKey("installApp", .androidInstallApp, .web),
        SettingsKey("minimumVersion", .androidMinimumVersion, .web),
    ]

    /// The keys under `iOS`. No SDK has `appStoreId`; it is here so that every field can be written in this spelling.
    static let apple: [SettingsKey] = [
        SettingsKey("bundleId", .iOSBundleID, .web),
        SettingsKey("appStoreId", .iOSAppStoreID, .web),
    ]
}
