public import ByteText

/// The supported client hints that browsers send only on request (User-Agent Client Hints, section 3).
public enum HighEntropyHint: UInt8, Word {
    /// The operating system version, which is frozen in the agent on most platforms.
    case platformVersion
    /// The device model, which Chromium on Android replaces with `K` in the agent.
    case model
    /// The form factors.
    case formFactors
    /// All brands with their full versions.
    case fullVersionList

    /// The spelling in configuration files.
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
