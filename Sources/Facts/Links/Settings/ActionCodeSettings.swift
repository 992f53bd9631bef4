public import ByteText

/// Firebase's ActionCodeSettings, specified by the sender of a mail.
///
/// Settings apply to the whole mail: an app ID or minimum version that they do not contain was not requested.
/// ``init(_:in:)`` parses them from JSON, and ``validate(needsURL:in:)`` rejects what Firebase's SDKs would reject.
public struct ActionCodeSettings: Sendable {
    /// `url`: the continue URL as written by the sender.
    public var url: TextRange?
    /// `handleCodeInApp`, which defaults to false as documented.
    public var handleCodeInApp = false
    /// `android.packageName`; empty if `android` does not contain it.
    public var androidPackageName: TextRange?
    /// `android.installApp`.
    public var androidInstallApp = false
    /// `android.minimumVersion`.
    public var androidMinimumVersion: TextRange?
    /// `iOS.bundleId`; empty if `iOS` does not contain it.
    public var iOSBundleID: TextRange?
    /// `iOS.appStoreId`, which only the REST API supports.
    public var iOSAppStoreID: TextRange?
    /// The Hosting domain of the link.
    public var linkDomain: TextRange?
    /// The Dynamic Links domain of the link.
    public var dynamicLinkDomain: TextRange?

    /// Creates empty settings.
    public init() {}
}

extension ActionCodeSettings {
    /// The link generation requested by the settings: the one whose domain they contain exclusively. `nil` if they leave it to
    /// the site.
    public var generation: Generation? {
        switch (dynamicLinkDomain != nil, linkDomain != nil) {
        case (true, false): .fdl
        case (false, true): .hosting
        case (true, true), (false, false): nil
        }
    }
}
