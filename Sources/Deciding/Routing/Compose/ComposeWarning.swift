public import ByteText

/// Problems of a composed link that do not prevent its use, as codes; in upper case if they are the Dynamic Links
/// API's.
public enum ComposeWarning: UInt8, Word {
    case noAppIDs
    case linkDomainNotUsed
    case notInProjectAndroidPackageName
    case notIntegerAndroidPackageMinVersion
    case malformedVersion
    case notInProjectIOSBundleID
    case notNumericIOSAppStoreID
    case notMatchingIOSBundleIDAndStoreID
    case settingsNotCarried
    case sameHostAsWidget
    case settingsNotUsed
    case signInOnTheWeb

    /// The warning's code in responses; Firebase's code if it has one.
    public var name: StaticString {
        switch self {
        case .noAppIDs: "no-app-ids"
        case .linkDomainNotUsed: "link-domain-not-used"
        case .notInProjectAndroidPackageName: "NOT_IN_PROJECT_ANDROID_PACKAGE_NAME"
        case .notIntegerAndroidPackageMinVersion: "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"
        case .malformedVersion: "malformed-version"
        case .notInProjectIOSBundleID: "NOT_IN_PROJECT_IOS_BUNDLE_ID"
        case .notNumericIOSAppStoreID: "NOT_NUMERIC_IOS_APP_STORE_ID"
        case .notMatchingIOSBundleIDAndStoreID: "NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID"
        case .settingsNotCarried: "settings-not-carried"
        case .sameHostAsWidget: "same-host-as-widget"
        case .settingsNotUsed: "settings-not-used"
        case .signInOnTheWeb: "sign-in-on-the-web"
        }
    }

    /// The meaning, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .noAppIDs: "handleCodeInApp is true, but the settings contain no app: the link opens on the web only."
        case .linkDomainNotUsed:
            "The link domain is not used: it is for links that open an app, and the settings contain none."
        case .notInProjectAndroidPackageName: "The site does not register the Android app, so links don't open it."
        case .notIntegerAndroidPackageMinVersion: "The minimum version is not an integer, as Dynamic Links require."
        case .malformedVersion: "The minimum version is not a valid version; no minimum applies."
        case .notInProjectIOSBundleID: "The site does not register the Apple app, so links don't open it."
        case .notNumericIOSAppStoreID: "The App Store ID is not a number."
        case .notMatchingIOSBundleIDAndStoreID:
            "The App Store ID differs from the one that the site registers for the app."
        case .settingsNotCarried:
            "A Hosting link can't contain an app, installApp or a minimum version, and the site's file sets other values."
        case .sameHostAsWidget:
            "The mobile link is on the web widget's host, so Safari does not open the app for a tap in the widget."
        case .settingsNotUsed: "Mails that revert a change are handled on the web; the settings have no effect."
        // The web SDK and Apple's reject such settings; the Admin SDKs and REST do not.
        case .signInOnTheWeb:
            "With handleCodeInApp false the web widget passes the code to the continue URL, whose page must sign the user in."
        }
    }
}
