public import ByteText

/// A warning of the Firebase Dynamic Links API about a link that is created nevertheless (`warningCode`).
///
/// `NOT_URI_SOCIAL_URL` and `BAD_URI_SCHEME_SOCIAL_URL` are documented without a parameter that they could refer to, and
/// `API_DEPRECATED` does not apply here, so they are never returned.
public enum ShortLinkWarning: UInt8, Word, CaseIterable {
    case notInProjectAndroidPackageName
    case notIntegerAndroidPackageMinVersion
    case unnecessaryAndroidPackageMinVersion
    case notURIAndroidLink
    case unnecessaryAndroidLink
    case notURIAndroidFallbackLink
    case badURISchemeAndroidFallbackLink
    case notInProjectIOSBundleID
    case notInProjectIPadBundleID
    case unnecessaryIOSURLScheme
    case notNumericIOSAppStoreID
    case unnecessaryIOSAppStoreID
    case notURIIOSFallbackLink
    case badURISchemeIOSFallbackLink
    case notURIIPadFallbackLink
    case badURISchemeIPadFallbackLink
    case badDebugParam
    case badAdParam
    case deprecatedParam
    case unrecognizedParam
    case tooLongParam
    case notURISocialImageLink
    case badURISchemeSocialImageLink
    case linkLengthTooLong
    case linkWithFragments
    case notMatchingIOSBundleIDAndStoreID
    case correctedParam

    /// Firebase's code (`warningCode`); codes in lower case are specific to this project.
    public var name: StaticString {
        switch self {
        case .notInProjectAndroidPackageName: "NOT_IN_PROJECT_ANDROID_PACKAGE_NAME"
        case .notIntegerAndroidPackageMinVersion: "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"
        case .unnecessaryAndroidPackageMinVersion: "UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION"
        case .notURIAndroidLink: "NOT_URI_ANDROID_LINK"
        case .unnecessaryAndroidLink: "UNNECESSARY_ANDROID_LINK"
        case .notURIAndroidFallbackLink: "NOT_URI_ANDROID_FALLBACK_LINK"
        case .badURISchemeAndroidFallbackLink: "BAD_URI_SCHEME_ANDROID_FALLBACK_LINK"
        case .notInProjectIOSBundleID: "NOT_IN_PROJECT_IOS_BUNDLE_ID"
        case .notInProjectIPadBundleID: "NOT_IN_PROJECT_IPAD_BUNDLE_ID"
        case .unnecessaryIOSURLScheme: "UNNECESSARY_IOS_URL_SCHEME"
        case .notNumericIOSAppStoreID: "NOT_NUMERIC_IOS_APP_STORE_ID"
        case .unnecessaryIOSAppStoreID: "UNNECESSARY_IOS_APP_STORE_ID"
        case .notURIIOSFallbackLink: "NOT_URI_IOS_FALLBACK_LINK"
        case .badURISchemeIOSFallbackLink: "BAD_URI_SCHEME_IOS_FALLBACK_LINK"
        case .notURIIPadFallbackLink: "NOT_URI_IPAD_FALLBACK_LINK"
        case .badURISchemeIPadFallbackLink: "BAD_URI_SCHEME_IPAD_FALLBACK_LINK"
        case .badDebugParam: "BAD_DEBUG_PARAM"
        case .badAdParam: "BAD_AD_PARAM"
        case .deprecatedParam: "DEPRECATED_PARAM"
        case .unrecognizedParam: "UNRECOGNIZED_PARAM"
        case .tooLongParam: "TOO_LONG_PARAM"
        case .notURISocialImageLink: "NOT_URI_SOCIAL_IMAGE_LINK"
        case .badURISchemeSocialImageLink: "BAD_URI_SCHEME_SOCIAL_IMAGE_LINK"
        case .linkLengthTooLong: "LINK_LENGTH_TOO_LONG"
        case .linkWithFragments: "LINK_WITH_FRAGMENTS"
        case .notMatchingIOSBundleIDAndStoreID: "NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID"
        case .correctedParam: "param-corrected"
        }
    }

    /// The problem and its consequence, as a sentence.
    public var message: StaticString {
        switch self {
        case .notInProjectAndroidPackageName: "The site registers no Android app with this package name (apn)."
        case .notIntegerAndroidPackageMinVersion: "The minimum version (amv) is not an integer."
        case .unnecessaryAndroidPackageMinVersion: "A minimum version (amv) has no effect without a package name (apn)."
        case .notURIAndroidLink: "The Android link (al) is not a web address; it is ignored."
        case .unnecessaryAndroidLink: "The Android link (al) has no effect: it equals link, or apn is missing."
        case .notURIAndroidFallbackLink: "The Android fallback (afl) is not a URL; it is ignored."
        case .badURISchemeAndroidFallbackLink: "The Android fallback (afl) is neither http nor https; it is ignored."
        case .notInProjectIOSBundleID: "The site registers no Apple app with this bundle ID (ibi)."
        case .notInProjectIPadBundleID: "The site registers no Apple app with this iPad bundle ID (ipbi)."
        case .unnecessaryIOSURLScheme: "A custom scheme (ius) has no effect without a bundle ID (ibi or ipbi)."
        case .notNumericIOSAppStoreID: "The App Store ID (isi) is not a number; it is ignored."
        case .unnecessaryIOSAppStoreID: "An App Store ID (isi) has no effect without a bundle ID (ibi or ipbi)."
        case .notURIIOSFallbackLink: "The Apple fallback (ifl) is not a URL; it is ignored."
        case .badURISchemeIOSFallbackLink: "The Apple fallback (ifl) is neither http nor https; it is ignored."
        case .notURIIPadFallbackLink: "The iPad fallback (ipfl) is not a URL; it is ignored."
        case .badURISchemeIPadFallbackLink: "The iPad fallback (ipfl) is neither http nor https; it is ignored."
        case .badDebugParam: "The debug parameter (d) must be 0 or 1; it is ignored."
        case .badAdParam: "The parameter isAd must be 0 or 1."
        case .deprecatedParam: "A parameter is deprecated (gclid, or dynamicLinkDomain instead of domainUriPrefix)."
        case .unrecognizedParam: "An unknown parameter is ignored."
        case .tooLongParam: "A parameter is longer than stores and browsers accept."
        case .notURISocialImageLink: "The preview image (si) is not a URL."
        case .badURISchemeSocialImageLink: "The preview image (si) is neither http nor https."
        case .linkLengthTooLong: "The long link is longer than 7168 characters."
        case .linkWithFragments: "The long link has a fragment (#); it is ignored."
        case .notMatchingIOSBundleIDAndStoreID: "The bundle ID (ibi) is registered with another App Store ID (isi)."
        case .correctedParam:
            "A non-routing parameter is repeated or not plain text: its line breaks were replaced with spaces, or it was omitted."
        }
    }

    /// The documentation of the parameters.
    public static var documentLink: StaticString { "https://firebase.google.com/docs/dynamic-links/create-manually" }
}
