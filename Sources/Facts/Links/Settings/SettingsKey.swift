/// A field set by a key of ActionCodeSettings.
enum SettingsField: Equatable {
    case url, handleCodeInApp
    case android, androidPackageName, androidInstallApp, androidMinimumVersion
    case apple, iOSBundleID, iOSAppStoreID
    case linkDomain, dynamicLinkDomain
}

/// A key of ActionCodeSettings: its name and the field it sets.
struct SettingsKey {
    let name: String
    let field: SettingsField

    init(_ name: String, _ field: SettingsField) {
        self.name = name
        self.field = field
    }

    /// The keys of a settings object, starting with those of the web SDK.
    ///
    ///     web, Node, Flutter's asMap()         url  android {packageName …}  iOS {bundleId}
    ///     Apple, Android, Flutter, Java        url  androidPackageName  iOSBundleID | iosBundleId | iOSBundleId
    ///     Python                               url  handle_code_in_app  android_package_name  ios_bundle_id
    ///     Go                                   URL  HandleCodeInApp  AndroidPackageName  IOSBundleID
    ///     .NET                                 Url  HandleCodeInApp  AndroidPackageName  IosBundleId
    ///     PHP (kreait)                         continueUrl | url  handleCodeInApp  androidPackageName  iOSBundleId
    ///     REST (accounts:sendOobCode)          continueUrl  canHandleCodeInApp  androidPackageName  iOSBundleId
    ///
    /// The flat names consist of the same words everywhere, in three naming conventions, all of which are listed.
    static let all: [SettingsKey] =
        ["url", "handleCodeInApp", "android", "iOS", "linkDomain", "dynamicLinkDomain"].compactMap(web)
        + flat.flatMap { words, field in
            SettingsWords(words).spellings.filter { web($0) == nil }.map { SettingsKey($0, field) }
        }

    private static func web(_ name: String) -> SettingsKey? {
        switch name {
        case "url": SettingsKey(name, .url)
        case "handleCodeInApp": SettingsKey(name, .handleCodeInApp)
        case "android": SettingsKey(name, .android)
        case "iOS": SettingsKey(name, .apple)
        case "linkDomain": SettingsKey(name, .linkDomain)
        case "dynamicLinkDomain": SettingsKey(name, .dynamicLinkDomain)
        default: nil
        }
    }

    private static let flat: [(words: String, field: SettingsField)] = [
        ("url", .url),
        ("continue url", .url),
        ("handle code in app", .handleCodeInApp),
        ("can handle code in app", .handleCodeInApp),
        ("android package name", .androidPackageName),
        ("android install app", .androidInstallApp),
        ("android install if not available", .androidInstallApp),
        ("android minimum version", .androidMinimumVersion),
        // The web SDK sends this name, although the API documents the other one.
        ("android minimum version code", .androidMinimumVersion),
        ("ios bundle id", .iOSBundleID),
        ("ios app store id", .iOSAppStoreID),
        ("link domain", .linkDomain),
        ("dynamic link domain", .dynamicLinkDomain),
    ]

    /// The keys under `android`.
    static let android: [SettingsKey] = [
        SettingsKey("packageName", .androidPackageName),
        SettingsKey("installApp", .androidInstallApp),
        SettingsKey("minimumVersion", .androidMinimumVersion),
    ]

    /// The keys under `iOS`. No SDK has `appStoreId`; it is included so that every field is available in this spelling.
    static let apple: [SettingsKey] = [
        SettingsKey("bundleId", .iOSBundleID),
        SettingsKey("appStoreId", .iOSAppStoreID),
    ]
}

/// The words of a name, which languages join differently: `iosBundleId`, `IOSBundleID`, `ios_bundle_id`.
struct SettingsWords {
    private let words: [String]

    /// - Parameter words: The words in lower case, separated by blanks.
    init(_ words: String) {
        self.words = words.split(separator: " ").map(String.init)
    }

    /// The name in the conventions of all languages with a Firebase SDK, without duplicates: camel case and Pascal case,
    /// with or without capitalized abbreviations, and snake case.
    var spellings: [String] {
        var names = [""]
        for (index, word) in words.enumerated() {
            let forms = Self.forms(of: word, isFirst: index == 0)
            names = names.flatMap { name in forms.map { name + $0 } }
        }
        return names + (words.count > 1 ? [words.joined(separator: "_")] : [])
    }

    private static func forms(of word: String, isFirst: Bool) -> [String] {
        let capitalized = word.prefix(1).uppercased() + word.dropFirst()
        let abbreviation: [String] =
            switch word {
            case "ios": ["iOS", "IOS"]
            case "id", "url": [word.uppercased()]
            default: []
            }
        return (isFirst ? [word] : []) + abbreviation + [capitalized]
    }
}
