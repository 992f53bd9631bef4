import Configuration
import Routing

/// The apps of a site.
extension SiteDecoder {
    func apps(_ nodes: [ConfigurationNode]) -> [AppDefinition] {
        var apps: [AppDefinition] = []
        for node in nodes {
            guard let app = app(node) else { continue }
            if apps.contains(where: { $0.store == app.store && $0.id == app.id }) {
                log.error(.duplicate, node, "the app `\(app.id)` appears twice", hint: "remove one of them")
            } else {
                apps.append(app)
            }
        }
        return apps
    }

    private func app(_ node: ConfigurationNode) -> AppDefinition? {
        guard let fields = Fields<AppKey>(node, log: log) else { return nil }
        let keys = AppKey.allCases.filter { fields.raw($0) != nil }
        guard let key = keys.first, let app = fields.raw(key) else {
            log.error(.missingKey, node, "an app needs one of the keys `android`, `ios` and `harmony`")
            return nil
        }
        guard keys.count == 1 else {
            log.error(
                .invalidValue, node, "an app has only one of the keys `android`, `ios` and `harmony`",
                hint: "split it into several list items")
            return nil
        }
        return switch key {
        case .android: androidApp(app)
        case .ios: appleApp(app)
        case .harmony: harmonyApp(app)
        }
    }

    private func androidApp(_ node: ConfigurationNode) -> AppDefinition? {
        guard let fields = Fields<AndroidKey>(node, log: log) else { return nil }
        let package = checked(fields.required(.package), AppFault.package)
        var app = AppDefinition(store: .android, id: package ?? "")
        app.minimumVersion = fields[.minimumVersion].flatMap(log.version)
        app.install = fields.bool(.install)
        app.receives = fields[.receives].flatMap { log.word($0, "kind of link") }
        app.stores = fields[.stores].map(stores) ?? AppDefinition.Stores()
        app.fingerprints = distinct(fields.list(.sha256), "fingerprint", AppFault.fingerprint)
        app.sharesCredentials = fields.bool(.loginCredentials) ?? false
        return package == nil ? nil : app
    }

    private func stores(_ node: ConfigurationNode) -> AppDefinition.Stores {
        var stores = AppDefinition.Stores()
        guard let fields = Fields<StoresKey>(node, log: log) else { return stores }
        stores.amazon = checked(fields[.amazon], AppFault.package)
        stores.huawei = checked(fields[.huawei], AppFault.appGalleryID)
        return stores
    }

    private func appleApp(_ node: ConfigurationNode) -> AppDefinition? {
        guard let fields = Fields<AppleKey>(node, log: log) else { return nil }
        let bundle = checked(fields.required(.bundle), AppFault.bundle)
        var app = AppDefinition(store: .ios, id: bundle ?? "")
        app.minimumVersion = fields[.minimumVersion].flatMap(log.version)
        app.team = checked(fields[.team], AppFault.team)
        app.appStoreID = checked(fields[.appStoreID], AppFault.appStoreID)
        app.customScheme = checked(fields[.customScheme], AppFault.customScheme)
        app.sharesCredentials = fields.bool(.webCredentials) ?? false
        app.appClip = checked(fields[.appClip]) { AppFault.appClip($0, of: bundle) }
        return bundle == nil ? nil : app
    }

    private func harmonyApp(_ node: ConfigurationNode) -> AppDefinition? {
        guard let fields = Fields<HarmonyKey>(node, log: log) else { return nil }
        let bundle = checked(fields.required(.bundle), AppFault.package)
        var app = AppDefinition(store: .harmony, id: bundle ?? "")
        app.appGalleryConnectID = checked(fields.required(.appID), AppFault.appGalleryConnectID)
        return bundle == nil ? nil : app
    }
}

/// Validates names and numbers of an app. Each check returns the problem, or `nil`.
private enum AppFault {
    static func package(_ text: String) -> String? {
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        let valid = segments.allSatisfy { segment in
            !segment.isEmpty && segment.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
        }
        return valid ? nil : "`\(text)` is not a package name: letters, digits and `_`, separated by dots"
    }

    static func bundle(_ text: String) -> String? {
        let valid = text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        return valid && !text.isEmpty ? nil : "`\(text)` is not a bundle ID: letters, digits, `-` and dots"
    }

    /// Apple requires an App Clip's bundle ID to begin with its app's (checked by App Store Connect).
    static func appClip(_ text: String, of app: String?) -> String? {
        if let fault = bundle(text) { return fault }
        guard let app, !text.hasPrefix(app + ".") || text.hasSuffix(".") else { return nil }
        return "the bundle ID of an App Clip begins with its app's: `\(app).Clip`"
    }

    static func team(_ text: String) -> String? {
        let valid = text.utf8.count == 10 && text.utf8.allSatisfy { isAlphanumeric($0) && !(0x61...0x7A).contains($0) }
        return valid ? nil : "`\(text)` is not an App ID prefix: ten uppercase letters and digits"
    }

    static func appStoreID(_ text: String) -> String? {
        let valid = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return valid ? nil : "`\(text)` is not an App Store ID: digits only"
    }

    /// Huawei's console shows the ID as `C` and digits, as do URLs: `https://appgallery.huawei.com/app/C100123`.
    static func appGalleryID(_ text: String) -> String? {
        let digits = text.utf8.dropFirst()
        let valid = text.hasPrefix("C") && !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
        return valid ? nil : "`\(text)` is not an AppGallery ID: `C` and digits, such as `C100123`"
    }

    static func appGalleryConnectID(_ text: String) -> String? {
        appStoreID(text) == nil ? nil : "`\(text)` is not an app ID of AppGallery Connect: digits only"
    }

    static func fingerprint(_ text: String) -> String? {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        let valid = pairs.count == 32 && pairs.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(isUpperHexDigit) }
        return valid ? nil : "a SHA-256 fingerprint is 32 pairs of uppercase hexadecimal digits: `AA:BB:…`"
    }

    /// Schemes that do not lead to the app.
    private static let takenSchemes: Set = ["http", "https", "javascript", "data", "file", "intent", "about", "blob"]

    static func customScheme(_ text: String) -> String? {
        let marks: Set<UInt8> = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")]
        guard let first = text.utf8.first, isAlphanumeric(first), !(0x30...0x39).contains(first),
            text.utf8.allSatisfy({ isAlphanumeric($0) || marks.contains($0) })
        else { return "`\(text)` is not a URL scheme: a letter, then letters, digits, `+`, `-`, `.`" }
        return takenSchemes.contains(text.lowercased()) ? "the scheme `\(text)` doesn't open an app" : nil
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isUpperHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
    }
}
