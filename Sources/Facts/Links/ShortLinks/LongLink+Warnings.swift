import ByteText
import WebAddress

/// What the Firebase Dynamic Links API warns of. A warning never keeps a link from being made.
extension LongLink {
    /// Firebase's limit on a long link, in characters.
    static let longestText = 7168
    /// The longest value that is not remarked on, in bytes: a URL, and any other.
    private static let longestURL = 4096
    private static let longestValue = 1024

    /// Finds what is to be warned of, in the order of the codes, and leaves out the values that a click on the link would be
    /// refused for.
    public mutating func removeUnusableValues(apps: RegisteredApps) -> [ShortLinkWarning] {
        var found: Set<ShortLinkWarning> = []
        if text.utf8.count > Self.longestText { found.insert(.linkLengthTooLong) }
        warnOfAndroid(apps, &found)
        warnOfApple(apps, &found)
        warnOfFallbacks(&found)
        warnOfOthers(&found)
        return ShortLinkWarning.allCases.filter(found.contains)
    }

    private mutating func warnOfAndroid(_ apps: RegisteredApps, _ found: inout Set<ShortLinkWarning>) {
        let package = nonEmpty(.apn)
        if let package, !apps.androidPackages.contains(package) { found.insert(.notInProjectAndroidPackageName) }
        if let minimum = nonEmpty(.amv) {
            if minimum.utf8.span.decimalValue == nil { found.insert(.notIntegerAndroidPackageMinVersion) }
            if package == nil { found.insert(.unnecessaryAndroidPackageMinVersion) }
        }
        guard let link = nonEmpty(.al) else { return }
        if Self.fault(of: link) != nil {
            found.insert(.notURIAndroidLink)
            self[.al] = nil
        } else if package == nil || link == self[.link] {
            found.insert(.unnecessaryAndroidLink)
        }
    }

    private func warnOfApple(_ apps: RegisteredApps, _ found: inout Set<ShortLinkWarning>) {
        let bundle = nonEmpty(.ibi)
        let tabletBundle = nonEmpty(.ipbi)
        if let bundle, apps.appleBundles[bundle] == nil { found.insert(.notInProjectIOSBundleID) }
        if let tabletBundle, apps.appleBundles[tabletBundle] == nil { found.insert(.notInProjectIPadBundleID) }
        let namesApp = bundle != nil || tabletBundle != nil
        if nonEmpty(.ius) != nil, !namesApp { found.insert(.unnecessaryIOSURLScheme) }
        guard let store = nonEmpty(.isi) else { return }
        if store.utf8.span.decimalValue == nil {
            found.insert(.notNumericIOSAppStoreID)
        } else if !namesApp {
            found.insert(.unnecessaryIOSAppStoreID)
        } else if let bundle, case .some(.some(let known)) = apps.appleBundles[bundle], known != store {
            found.insert(.notMatchingIOSBundleIDAndStoreID)
        }
    }

    private mutating func warnOfFallbacks(_ found: inout Set<ShortLinkWarning>) {
        let rows: [(LinkParameter, notURI: ShortLinkWarning, badScheme: ShortLinkWarning)] = [
            (.afl, .notURIAndroidFallbackLink, .badURISchemeAndroidFallbackLink),
            (.ifl, .notURIIOSFallbackLink, .badURISchemeIOSFallbackLink),
            (.ipfl, .notURIIPadFallbackLink, .badURISchemeIPadFallbackLink),
            (.si, .notURISocialImageLink, .badURISchemeSocialImageLink),
        ]
        for (parameter, notURI, badScheme) in rows {
            guard let value = nonEmpty(parameter), let fault = Self.fault(of: value) else { continue }
            found.insert(fault == .notWebScheme && Self.hasScheme(value) ? badScheme : notURI)
            if parameter != .si { self[parameter] = nil }
        }
    }

    private mutating func warnOfOthers(_ found: inout Set<ShortLinkWarning>) {
        if let debug = self[.d], debug != "0", debug != "1" {
            found.insert(.badDebugParam)
            self[.d] = nil
        }
        if self[.gclid] != nil { found.insert(.deprecatedParam) }
        for other in others {
            let pair = other.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair[0] == "isAd" {
                if pair.count < 2 || (pair[1] != "0" && pair[1] != "1") { found.insert(.badAdParam) }
            } else if !pair[0].hasPrefix("_") {
                found.insert(.unrecognizedParam)
            }
        }
        let urls: Set<LinkParameter> = [.link, .al, .afl, .ifl, .ipfl, .ofl, .si]
        for parameter in LinkParameter.allCases {
            let limit = urls.contains(parameter) ? Self.longestURL : Self.longestValue
            if let value = self[parameter], value.utf8.count > limit { found.insert(.tooLongParam) }
        }
    }

    /// Why a value is not a web address; nil where it is one.
    private static func fault(of value: String) -> WebAddressFault? {
        var arena = ByteArena(capacity: 4 * value.utf8.count)
        let text = arena.append(value)
        do { _ = try WebAddress.parse(text, in: &arena) } catch { return error }
        return nil
    }

    /// Whether a text begins as a URL of any scheme does (RFC 3986, section 3.1).
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first, first.isAlpha
        else { return false }
        return text.utf8[..<colon].allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }
}

/// The apps of the site that a link is made for, as far as warnings ask for them.
public struct RegisteredApps: Sendable {
    /// Package names on Android.
    public var androidPackages: Set<String>
    /// Bundle IDs on Apple platforms, each with its App Store ID where that is known.
    public var appleBundles: [String: String?]

    /// No apps by default, so that each that a link names is warned of.
    public init(androidPackages: Set<String> = [], appleBundles: [String: String?] = [:]) {
        self.androidPackages = androidPackages
        self.appleBundles = appleBundles
    }
}
