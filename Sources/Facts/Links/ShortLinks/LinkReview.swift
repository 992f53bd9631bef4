import ByteText
import WebAddress

/// Checks the parameters of a long link, collects warnings, and removes values that no click could use.
struct LinkReview {
    /// Firebase's length limit of long links, in characters.
    static let longestText = 7168
    /// The maximum lengths in bytes of URLs and other values; longer ones cause a warning.
    private static let longestURL = 4096
    private static let longestValue = 1024

    /// The parameters without the removed ones.
    private(set) var parameters: DynamicLinkParameters
    /// Whether any parameter was removed.
    private(set) var removes = false
    /// A bit for each warning.
    private var found: UInt32 = 0

    init(_ parameters: DynamicLinkParameters, textCount: Int) {
        self.parameters = parameters
        if textCount > Self.longestText { warn(.linkLengthTooLong) }
    }

    /// The warnings, in the order of the codes.
    var warnings: [ShortLinkWarning] {
        found == 0 ? [] : ShortLinkWarning.allCases.filter { found & 1 << UInt32($0.rawValue) != 0 }
    }

    /// Records that a non-routing parameter was corrected or dropped during parsing.
    mutating func noteCorrected() { warn(.correctedParam) }

    private mutating func warn(_ warning: ShortLinkWarning) { found |= 1 << UInt32(warning.rawValue) }

    private mutating func remove(_ parameter: LinkParameter) {
        parameters[parameter] = nil
        removes = true
    }

    /// Checks all supported parameters.
    mutating func check(_ apps: RegisteredApps, in arena: inout ByteArena) {
        checkAndroid(apps, in: &arena)
        checkApple(apps, in: arena)
        checkFallbacks(in: &arena)
        if let debug = parameters[.d], !arena[debug].equals("0"), !arena[debug].equals("1") {
            warn(.badDebugParam)
            remove(.d)
        }
        if parameters[.gclid] != nil { warn(.deprecatedParam) }
        for parameter in LinkParameter.allCases {
            guard let value = parameters[parameter], value.count > Self.longestValue else { continue }
            if value.count > Self.longestURL || !Self.isURL(parameter) { warn(.tooLongParam) }
        }
    }

    private static func isURL(_ parameter: LinkParameter) -> Bool {
        switch parameter {
        case .link, .al, .afl, .ifl, .ipfl, .ofl, .si: true
        default: false
        }
    }

    /// Checks an unsupported parameter, in raw form: `name=value`.
    mutating func check(other pair: Span<UInt8>) {
        let equals = pair.firstIndex(of: UInt8(ascii: "="))
        let name = pair.extracting(0..<(equals ?? pair.count))
        if name.equals("isAd") {
            let value = equals.map { $0 + 1 } ?? pair.count
            guard value == pair.count - 1, pair[value] == UInt8(ascii: "0") || pair[value] == UInt8(ascii: "1") else {
                return warn(.badAdParam)
            }
        } else if name.isEmpty || name[0] != UInt8(ascii: "_") {
            warn(.unrecognizedParam)
        }
    }

    private mutating func checkAndroid(_ apps: RegisteredApps, in arena: inout ByteArena) {
        let package = parameters.nonEmpty(.apn)
        if let package, !apps.androidPackages.contains(arena.string(package)) { warn(.notInProjectAndroidPackageName) }
        if let minimum = parameters.nonEmpty(.amv) {
            if arena[minimum].decimalValue == nil { warn(.notIntegerAndroidPackageMinVersion) }
            if package == nil { warn(.unnecessaryAndroidPackageMinVersion) }
        }
        guard let link = parameters.nonEmpty(.al) else { return }
        if Self.fault(of: link, in: &arena) != nil {
            warn(.notURIAndroidLink)
            remove(.al)
        } else if package == nil || parameters[.link].map({ arena[$0].equals(arena[link]) }) ?? false {
            warn(.unnecessaryAndroidLink)
        }
    }

    private mutating func checkApple(_ apps: RegisteredApps, in arena: borrowing ByteArena) {
        let bundle = parameters.nonEmpty(.ibi)
        let tabletBundle = parameters.nonEmpty(.ipbi)
        var registered: String??
        if let bundle {
            registered = apps.appleBundles[arena.string(bundle)]
            if registered == nil { warn(.notInProjectIOSBundleID) }
        }
        if let tabletBundle, apps.appleBundles[arena.string(tabletBundle)] == nil { warn(.notInProjectIPadBundleID) }
        let namesApp = bundle != nil || tabletBundle != nil
        if parameters.nonEmpty(.ius) != nil, !namesApp { warn(.unnecessaryIOSURLScheme) }
        guard let store = parameters.nonEmpty(.isi) else { return }
        if arena[store].decimalValue == nil {
            warn(.notNumericIOSAppStoreID)
        } else if !namesApp {
            warn(.unnecessaryIOSAppStoreID)
        } else if case .some(.some(let known)) = registered, !arena[store].equals(utf8Of: known) {
            warn(.notMatchingIOSBundleIDAndStoreID)
        }
    }

    private mutating func checkFallbacks(in arena: inout ByteArena) {
        checkFallback(.afl, .notURIAndroidFallbackLink, .badURISchemeAndroidFallbackLink, in: &arena)
        checkFallback(.ifl, .notURIIOSFallbackLink, .badURISchemeIOSFallbackLink, in: &arena)
        checkFallback(.ipfl, .notURIIPadFallbackLink, .badURISchemeIPadFallbackLink, in: &arena)
        checkFallback(.si, .notURISocialImageLink, .badURISchemeSocialImageLink, in: &arena)
    }

    private mutating func checkFallback(
        _ parameter: LinkParameter, _ notURI: ShortLinkWarning, _ badScheme: ShortLinkWarning,
        in arena: inout ByteArena
    ) {
        guard let value = parameters.nonEmpty(parameter), let fault = Self.fault(of: value, in: &arena) else { return }
        warn(fault == .notWebScheme && Self.hasScheme(arena[value]) ? badScheme : notURI)
        if parameter != .si { remove(parameter) }
    }

    /// The reason why a value is not a valid web address, or `nil` if it is.
    private static func fault(of value: TextRange, in arena: inout ByteArena) -> WebAddressFault? {
        do { _ = try WebAddress.parse(value, in: &arena) } catch { return error }
        return nil
    }

    /// Whether a text begins with the scheme of a URL (RFC 3986, section 3.1).
    private static func hasScheme(_ text: Span<UInt8>) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0, text[0].isAlpha else { return false }
        for index in 0..<colon where !(text[index].isAlphanumeric || "+-.".utf8.contains(text[index])) { return false }
        return true
    }
}
