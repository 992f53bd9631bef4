/// The apps of the site that a link is made for, as far as warnings ask for them.
public struct RegisteredApps: Sendable {
    /// Package names on Android.
    public var androidPackages: Set<String>
    /// Bundle IDs on Apple platforms, each with its App Store ID where that is known.
    public var appleBundles: [String: String?]

    public init(androidPackages: Set<String> = [], appleBundles: [String: String?] = [:]) {
        self.androidPackages = androidPackages
        self.appleBundles = appleBundles
    }
}
