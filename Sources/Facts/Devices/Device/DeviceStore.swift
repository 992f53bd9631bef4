public import ByteText

/// The store the device installs apps from.
public enum DeviceStore: UInt8, Word {
    /// Google Play: Android, unless there is evidence for another store.
    case play
    /// Amazon's Appstore: Fire OS, which has no Google Play.
    case amazon
    /// Huawei's AppGallery: HarmonyOS, and phones whose agent contains HMS Core but not Google's services.
    case huawei
    /// Apple's App Store: iPhone and iPad.
    case appStore
    /// No store supported by links: other systems, headsets, and bots.
    case none
    /// The operating system is not known.
    case unknown

    /// The spelling in rules, requests and responses.
    public var name: StaticString {
        switch self {
        case .play: "play"
        case .amazon: "amazon"
        case .huawei: "huawei"
        case .appStore: "app_store"
        case .none: "none"
        case .unknown: "unknown"
        }
    }
}
