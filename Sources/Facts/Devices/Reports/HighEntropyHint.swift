public import ByteText

/// The client hints that a browser sends only to servers that ask (User-Agent Client Hints, section 3), as far as they help
/// here.
public enum HighEntropyHint: UInt8, Word {
    /// The version of the system; agents have it frozen on most platforms.
    case platformVersion
    /// The name of the device; agents of Chromium on Android say `K`.
    case model
    /// What the device is like.
    case formFactors
    /// All brands with all digits of their versions.
    case fullVersionList

    /// The word that configurations use for this value.
    public var name: StaticString {
        switch self {
        case .platformVersion: "platform_version"
        case .model: "model"
        case .formFactors: "form_factors"
        case .fullVersionList: "full_version_list"
        }
    }

    /// The name of the request header.
    public var field: StaticString {
        switch self {
        case .platformVersion: "Sec-CH-UA-Platform-Version"
        case .model: "Sec-CH-UA-Model"
        case .formFactors: "Sec-CH-UA-Form-Factors"
        case .fullVersionList: "Sec-CH-UA-Full-Version-List"
        }
    }
}
