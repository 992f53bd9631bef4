public import ByteText

/// Firebase's ActionCodeSettings, as a caller of the decision API may state them: what the sender of the mail asked for.
///
/// Where settings are given they speak for the whole of the mail: an ID or a minimum they do not name was not asked for.
public struct ActionCodeSettings: Sendable {
    /// `url`: the continue URL as the sender wrote it.
    public var url: TextRange?
    /// `handleCodeInApp`; false where it is not given, as documented.
    public var handleCodeInApp = false
    /// `android.packageName`.
    public var androidPackageName: TextRange?
    /// `android.installApp`.
    public var androidInstallApp = false
    /// `android.minimumVersion`.
    public var androidMinimumVersion: TextRange?
    /// `iOS.bundleId`.
    public var iOSBundleID: TextRange?
    /// `iOS.appStoreId`, which the REST API alone has.
    public var iOSAppStoreID: TextRange?
    /// The Hosting domain of the link.
    public var linkDomain: TextRange?
    /// The Dynamic Links domain of the link.
    public var dynamicLinkDomain: TextRange?

    public init() {}
}
