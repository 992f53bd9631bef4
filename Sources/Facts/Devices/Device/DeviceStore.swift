public import ByteText

/// The store that the device installs apps from.
public enum DeviceStore: UInt8, Word {
    /// Google Play: Android of which nothing says otherwise.
    case play
    /// Amazon's Appstore: Fire OS, which has no Google Play.
    case amazon
    /// Huawei's AppGallery: HarmonyOS, and phones that say HMS Core and not Google's services.
    case huawei
    /// Apple's App Store: iPhone and iPad.
    case appStore
    /// No store that links lead to: other systems, headsets, and bots.
    case none
    /// Nothing shows the system.
    case unknown

    /// The word that rules, requests and answers use for this value.
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
