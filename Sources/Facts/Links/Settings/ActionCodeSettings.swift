public import ByteText

/// Firebase's ActionCodeSettings: what the sender of a mail asks for.
///
/// Where settings are given they speak for the whole of the mail: an ID or a minimum they do not name was not asked for.
/// ``init(_:in:)`` reads them from JSON and ``validate(needsURL:in:)`` says what Firebase's SDKs would refuse.
public struct ActionCodeSettings: Sendable {
    /// `url`: the continue URL as the sender wrote it.
    public var url: TextRange?
    /// `handleCodeInApp`; false where it is not given, as documented.
    public var handleCodeInApp = false
    /// `android.packageName`; empty where `android` is given without one.
    public var androidPackageName: TextRange?
    /// `android.installApp`.
    public var androidInstallApp = false
    /// `android.minimumVersion`.
    public var androidMinimumVersion: TextRange?
    /// `iOS.bundleId`; empty where `iOS` is given without one.
    public var iOSBundleID: TextRange?
    /// `iOS.appStoreId`, which the REST API alone has.
    public var iOSAppStoreID: TextRange?
    /// The Hosting domain of the link.
    public var linkDomain: TextRange?
    /// The Dynamic Links domain of the link.
    public var dynamicLinkDomain: TextRange?

    /// Settings that state nothing.
    public init() {}
}

extension ActionCodeSettings {
    /// The generation of links that the settings ask for: the one whose domain they name alone; nil where they leave it to
    /// the site.
    public var generation: Generation? {
        switch (dynamicLinkDomain != nil, linkDomain != nil) {
        case (true, false): .fdl
        case (false, true): .hosting
        case (true, true), (false, false): nil
        }
    }
}
