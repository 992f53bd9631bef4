import Routing

extension AppDefinition.Store {
    /// The platforms of the store's apps, as in `device.platform`.
    var platforms: [String] {
        switch self {
        case .android: ["android"]
        case .ios: ["ios", "ipados"]
        case .harmony: ["harmonyos"]
        }
    }

    /// The kind of app, with its article, for messages.
    var kindOfApp: String {
        switch self {
        case .android: "an Android app"
        case .ios: "an app for iPhone and iPad"
        case .harmony: "an app for HarmonyOS"
        }
    }
}
