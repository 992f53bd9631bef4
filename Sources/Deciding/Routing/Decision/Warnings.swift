/// What a decision ignored or did without, as codes.
///
/// Upper-case codes are those of the Firebase Dynamic Links API (`warningCode`), lower-case ones this project's own.
public struct Warnings: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// `apn` names no Android app of the site.
    public static let notInProjectAndroidPackageName = Warnings(rawValue: 1 << 0)
    /// `amv` is not a whole number. Android's own version codes are.
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
    /// `isi` is not a number, and is ignored.
    public static let notNumericIOSAppStoreID = Warnings(rawValue: 1 << 7)
    /// `isi` without `ibi` and `ipbi`.
    public static let unnecessaryIOSAppStoreID = Warnings(rawValue: 1 << 8)
    /// The site registers the app of `ibi` with another App Store ID than `isi`.
    public static let notMatchingIOSBundleIDAndStoreID = Warnings(rawValue: 1 << 9)
    /// `ius` without `ibi` and `ipbi`.
    public static let unnecessaryIOSURLScheme = Warnings(rawValue: 1 << 10)
    /// `d` is there and not `1`.
    public static let badDebugParam = Warnings(rawValue: 1 << 11)
    /// A parameter that means nothing here; it is ignored.
    public static let unrecognizedParam = Warnings(rawValue: 1 << 12)
    /// `si` is not a web address; the preview has no image.
    public static let notURISocialImageLink = Warnings(rawValue: 1 << 13)
    /// The app is installed, its version is not known, and a minimum is set: it counts as current.
    public static let appVersionUnknown = Warnings(rawValue: 1 << 14)
    /// The minimum version, or the app's, is not a version: no minimum applies.
    public static let malformedVersion = Warnings(rawValue: 1 << 15)
    /// `handleCodeInApp` without a package name and without a bundle ID: a web-only link.
    public static let noAppIDs = Warnings(rawValue: 1 << 16)
    /// The rule asks for an app, and this platform has none: its fallback was used.
    public static let noAppForPlatform = Warnings(rawValue: 1 << 17)
    /// The rule asks for the web widget, and the link carries no action: the payload was used.
    public static let noActionURL = Warnings(rawValue: 1 << 18)

    /// Something that a click added to a short link was not passed on: too many parameters, one that is badly encoded or
    /// stands twice, or an address the site does not allow.
    public static let passThroughDropped = Warnings(rawValue: 1 << 19)

    /// The device has no store with the app: the web was used.
    public static let noStoreForDevice = Warnings(rawValue: 1 << 20)
    /// No address opens the app that could not be another app's, or that has not failed already: the fallback was used.
    public static let noWayIntoApp = Warnings(rawValue: 1 << 21)

    /// A parameter that does not route is not plain text or occurs twice: its line breaks became blanks, or it was left out.
    public static let paramCorrected = Warnings(rawValue: 1 << 22)

    /// The codes in the order in which they are written.
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

    /// The codes, in the order in which they are written.
    public var codes: [String] {
        var codes: [String] = []
        forEachName { codes.append($0.description) }
        return codes
    }
}
