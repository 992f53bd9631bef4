/// A key of `DynamicLinkInfo` in the Firebase Dynamic Links API: its parent objects, its name, and the equivalent query
/// parameter of a long link.
struct DynamicLinkInfoKey: Sendable {
    /// The names of the parent objects, outermost first.
    let path: [String]
    let name: String
    let parameter: LinkParameter

    private init(_ path: [String], _ name: String, _ parameter: LinkParameter) {
        self.path = path
        self.name = name
        self.parameter = parameter
    }

    private static let play = ["analyticsInfo", "googlePlayAnalytics"]
    private static let itunes = ["analyticsInfo", "itunesConnectAnalytics"]

    /// All keys except those of the link domain, in output order.
    static let all: [DynamicLinkInfoKey] = [
        DynamicLinkInfoKey([], "link", .link),
        DynamicLinkInfoKey(["androidInfo"], "androidPackageName", .apn),
        DynamicLinkInfoKey(["androidInfo"], "androidFallbackLink", .afl),
        DynamicLinkInfoKey(["androidInfo"], "androidMinPackageVersionCode", .amv),
        DynamicLinkInfoKey(["androidInfo"], "androidLink", .al),
        DynamicLinkInfoKey(["iosInfo"], "iosBundleId", .ibi),
        DynamicLinkInfoKey(["iosInfo"], "iosFallbackLink", .ifl),
        DynamicLinkInfoKey(["iosInfo"], "iosCustomScheme", .ius),
        DynamicLinkInfoKey(["iosInfo"], "iosIpadFallbackLink", .ipfl),
        DynamicLinkInfoKey(["iosInfo"], "iosIpadBundleId", .ipbi),
        DynamicLinkInfoKey(["iosInfo"], "iosAppStoreId", .isi),
        DynamicLinkInfoKey(["iosInfo"], "iosMinimumVersion", .imv),
        DynamicLinkInfoKey(["desktopInfo"], "desktopFallbackLink", .ofl),
        DynamicLinkInfoKey(["navigationInfo"], "enableForcedRedirect", .efr),
        DynamicLinkInfoKey(["socialMetaTagInfo"], "socialTitle", .st),
        DynamicLinkInfoKey(["socialMetaTagInfo"], "socialDescription", .sd),
        DynamicLinkInfoKey(["socialMetaTagInfo"], "socialImageLink", .si),
        DynamicLinkInfoKey(play, "utmSource", .utmSource),
        DynamicLinkInfoKey(play, "utmMedium", .utmMedium),
        DynamicLinkInfoKey(play, "utmCampaign", .utmCampaign),
        DynamicLinkInfoKey(play, "utmTerm", .utmTerm),
        DynamicLinkInfoKey(play, "utmContent", .utmContent),
        DynamicLinkInfoKey(play, "gclid", .gclid),
        DynamicLinkInfoKey(itunes, "at", .at),
        DynamicLinkInfoKey(itunes, "ct", .ct),
        DynamicLinkInfoKey(itunes, "mt", .mt),
        DynamicLinkInfoKey(itunes, "pt", .pt),
    ]

    /// The keys that are direct members of the object at a path.
    static func keys(in path: [String]) -> [DynamicLinkInfoKey] { all.filter { $0.path == path } }

    /// The objects that are direct members of the object at a path, in order.
    static func objects(in path: [String]) -> [String] {
        var names: [String] = []
        for key in all where key.path.count > path.count && key.path.starts(with: path) {
            let name = key.path[path.count]
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
