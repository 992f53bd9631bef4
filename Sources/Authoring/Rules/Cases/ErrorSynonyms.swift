/// The spellings of Firebase's error codes: the server's, the web SDK's and the Admin SDKs'.
enum ErrorSynonyms {
    /// Each row begins with the web SDK's spelling, which decisions use.
    static let rows: [[String]] = [
        ["auth/invalid-continue-uri", "INVALID_CONTINUE_URI"],
        ["auth/missing-continue-uri", "MISSING_CONTINUE_URI"],
        ["auth/unauthorized-continue-uri", "UNAUTHORIZED_DOMAIN", "auth/unauthorized-domain"],
        ["auth/missing-android-pkg-name", "MISSING_ANDROID_PACKAGE_NAME", "auth/missing-android-package-name"],
        ["auth/missing-ios-bundle-id", "MISSING_IOS_BUNDLE_ID"],
        ["auth/invalid-dynamic-link-domain", "INVALID_DYNAMIC_LINK_DOMAIN"],
        ["auth/dynamic-link-not-activated", "DYNAMIC_LINK_NOT_ACTIVATED"],
        ["auth/invalid-hosting-link-domain", "INVALID_HOSTING_LINK_DOMAIN"],
    ]

    /// The spelling that decisions use. A code that is not Firebase's is returned unchanged.
    static func canonical(_ code: String) -> String {
        rows.first { $0.contains(code) }?[0] ?? code
    }
}
