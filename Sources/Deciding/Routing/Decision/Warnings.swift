/// Problems that a decision ignored, as codes.
///
/// Upper-case codes are those of the Firebase Dynamic Links API (`warningCode`); lower-case ones are this project's
/// own.
public struct Warnings: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// `apn` names no Android app of the site.
    public static let notInProjectAndroidPackageName = Warnings(rawValue: 1 << 0)
    /// `amv` is not an integer, as Android's version codes are.
    public static let notIntegerAndroidPackageMinVersion = Warnings(rawValue: 1 << 1)
    /// `amv` without `apn`.
    public static let unnecessaryAndroidPackageMinVersion = Warnings(rawValue: 1 << 2)
    /// `al` without `apn`.
    public static let unnecessaryAndroidLink = Warnings(rawValue: 1 << 3)
    /// `afl` without `apn`.
    public static let unnecessaryAndroidFallbackLink = Warnings(rawValue: 1 << 4)
    /// `ibi` names no Apple app of the site.
    public static let notInProjectIOSBundleID = Warnings(rawValue: 1 << 5)
    /// `ipbi` names no Apple app of the site.
    public static let notInProjectIPadBundleID = Warnings(rawValue: 1 << 6)
    /// `isi` is not a number and is ignored.
    public static let notNumericIOSAppStoreID = Warnings(rawValue: 1 << 7)
    /// `isi` without `ibi` and `ipbi`.
    public static let unnecessaryIOSAppStoreID = Warnings(rawValue: 1 << 8)
    /// The site registers the app of `ibi` with an App Store ID other than `isi`.
    public static let notMatchingIOSBundleIDAndStoreID = Warnings(rawValue: 1 << 9)
    /// `ius` without `ibi` and `ipbi`.
    public static let unnecessaryIOSURLScheme = Warnings(rawValue: 1 << 10)
    /// `d` is present and not `1`.
    public static let badDebugParam = Warnings(rawValue: 1 << 11)
    /// An unrecognized parameter, which is ignored.
    public static let unrecognizedParam = Warnings(rawValue: 1 << 12)
    /// `si` is not a web address; the preview has no image.
    public static let notURISocialImageLink = Warnings(rawValue: 1 << 13)
    /// The app is installed in an unknown version although a minimum is set. It is treated as current.
    public static let appVersionUnknown = Warnings(rawValue: 1 << 14)
    /// The minimum version, or the app's, is malformed: no minimum applies.
    public static let malformedVersion = Warnings(rawValue: 1 << 15)
    /// `handleCodeInApp` without a package name and without a bundle ID: a web-only link.
    public static let noAppIDs = Warnings(rawValue: 1 << 16)
    /// The rule opens or installs an app, but the site has none for this platform: its fallback was used.
    public static let noAppForPlatform = Warnings(rawValue: 1 << 17)
    /// The rule uses the web widget, but the link carries no action: the payload was used.
    public static let noActionURL = Warnings(rawValue: 1 << 18)

    /// A parameter that a click added to a short link was not passed on: there are too many, it is malformed or occurs
    /// twice, or it contains an address that the site does not allow.
    public static let passThroughDropped = Warnings(rawValue: 1 << 19)

    /// The device has no store that offers the app: the web was used.
    public static let noStoreForDevice = Warnings(rawValue: 1 << 20)
    /// No address opens the app, except ones that another app may claim or that have already failed: the fallback was
    /// used.
    public static let noWayIntoApp = Warnings(rawValue: 1 << 21)

    /// A non-routing parameter is not plain text or occurs twice: its line breaks were replaced by blanks, or it was
    /// dropped.
    public static let paramCorrected = Warnings(rawValue: 1 << 22)

    /// The codes in output order.
    public static var names: [StaticString] {
        [
            "NOT_IN_PROJECT_ANDROID_PACKAGE_NAME", "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION",
            "UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION", "UNNECESSARY_ANDROID_LINK",
            "UNNECESSARY_ANDROID_FALLBACK_LINK", "NOT_IN_PROJECT_IOS_BUNDLE_ID", "NOT_IN_PROJECT_IPAD_BUNDLE_ID",
            "NOT_NUMERIC_IOS_APP_STORE_ID", "UNNECESSARY_IOS_APP_STORE_ID", "NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID",
            "UNNECESSARY_IOS_URL_SCHEME", "BAD_DEBUG_PARAM", "UNRECOGNIZED_PARAM", "NOT_URI_SOCIAL_IMAGE_LINK",
            "app-version-unknown", "malformed-version", "no-app-ids", "no-app-for-platform", "no-action-url",
            "pass-through-dropped", "no-store-for-device", "no-way-into-app", "param-corrected",
        ]
    }

    /// Calls `body` with each code.
    func forEachName(_ body: (StaticString) -> Void) {
        guard !isEmpty else { return }
        for (bit, name) in Self.names.enumerated() where rawValue & (1 << UInt32(bit)) != 0 { body(name) }
    }

    /// The codes in output order.
    public var codes: [String] {
        var codes: [String] = []
        forEachName { codes.append($0.description) }
        return codes
    }
}
