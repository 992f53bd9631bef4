import ByteText
import TestSupport

/// Random settings, action link and site: a mail that Firebase would send.
struct GeneratedMail {
    private(set) var settings: JSONValue
    private(set) var actionLink: String
    private(set) var site: JSONValue
    let url: String
    let handleCodeInApp: Bool
    /// Whether an app is named, so that there is a mobile link.
    let namesApp: Bool
    /// Whether the mail undoes a change, independent of settings.
    let undoes: Bool
    /// The parameters of the action link, which must be preserved.
    let action: [String: String]

    private static let urls = [
        "https://www.example.com/", "https://www.example.com", "https://www.example.com/done?cartId=1234&x=%26%3D%23",
        "https://www.example.com:8443/a/b;c=d?email=user@example.com&email2=a%2Bb+c#/top?x=1&y=%25",
        "https://www.example.com/?u=https://h.example/?a=b%26c",
    ]

    init(using random: inout SplitMix64) {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        let modes = [
            "resetPassword", "verifyEmail", "recoverEmail", "signIn", "verifyAndChangeEmail",
            "revertSecondFactorAddition",
        ]
        let mode = modes.randomElement(using: &random) ?? ""
        undoes = mode == "recoverEmail" || mode == "revertSecondFactorAddition"
        handleCodeInApp = mode == "signIn" || Bool.random(using: &random)
        url = Self.urls.randomElement(using: &random) ?? ""
        let package = maybe("com.example.android")
        let bundle = maybe("com.example.ios")
        namesApp = package != nil || bundle != nil
        let install = package != nil && Bool.random(using: &random)
        let minimum = package == nil ? nil : [nil, "12", "5.116.0"].randomElement(using: &random) ?? nil
        let generation = ["fdl", "hosting"].randomElement(using: &random) ?? ""
        let domain: String? =
            generation == "fdl"
            ? ["example.page.link", "links.example.com/go", "links.example.com", nil].randomElement(using: &random)
                ?? nil
            : maybe("auth.example.com")
        var values = Values(
            url: url, handleCodeInApp: handleCodeInApp ? true : maybe(false), package: package,
            install: install ? true : maybe(false),
            minimum: minimum, bundle: bundle, dynamicLinkDomain: generation == "fdl" ? domain : nil,
            linkDomain: generation == "hosting" ? domain : nil)
        if package == nil { values.install = nil }
        settings = values.spelled(using: &random)
        site = Self.site(
            generation, domain == nil ? generation : ["fdl", "hosting"].randomElement(using: &random) ?? "", values)
        var action = [
            "mode": mode, "oob_code": Self.code(using: &random), "api_key": "AIza" + Self.code(using: &random),
        ]
        action["lang"] = maybe("zh-TW")
        action["tenant_id"] = maybe("tenant-1&=%")
        self.action = action
        let names = [
            ("mode", "mode"), ("oob_code", "oobCode"), ("api_key", "apiKey"), ("lang", "lang"),
            ("tenant_id", "tenantId"),
        ]
        var parameters = names.compactMap { key, name in action[key].map { "\(name)=\(Decided.encoded($0))" } }
        if !undoes, Bool.random(using: &random) { parameters.append("continueUrl=\(Decided.encoded(url))") }
        parameters.shuffle(using: &random)
        actionLink = "https://example-app.firebaseapp.com/__/auth/action?" + parameters.joined(separator: "&")
    }

    private static func code(using random: inout SplitMix64) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String(
            (0..<Int.random(in: 1...40, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "A" })
    }

    /// A site with the apps. For a Hosting link it must contain everything in the settings, since the link contains none of it.
    private static func site(_ generation: String, _ mobileLinks: String, _ values: Values) -> JSONValue {
        var apps: [JSONValue] = []
        if generation == "fdl" || values.package != nil {
            let minimum = generation == "fdl" ? "99" : values.minimum
            let install = generation == "fdl" ? true : values.install ?? false
            apps.append([
                "android": .object([
                    "package": "com.example.android", "install": .bool(install),
                    "minimum_version": minimum.map { .string($0) },
                ])
            ])
        }
        if generation == "fdl" || values.bundle != nil { apps.append(["ios": ["bundle": "com.example.ios"]]) }
        return [
            "site": "example", "hosts": ["example.page.link", "links.example.com/go"], "hosting": ["auth.example.com"],
            "handler": "https://example-app.firebaseapp.com/__/auth/action", "mobile_links": .string(mobileLinks),
            "authorized_domains": ["www.example.com"], "apps": .array(apps),
        ]
    }

    /// The values of the settings, before a spelling is chosen.
    private struct Values {
        var url: String
        var handleCodeInApp: Bool?
        var package: String?
        var install: Bool?
        var minimum: String?
        var bundle: String?
        var dynamicLinkDomain: String?
        var linkDomain: String?

        func spelled(using random: inout SplitMix64) -> JSONValue {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let android = JSONValue.object([
                    "packageName": text(package), "installApp": flag(install), "minimumVersion": text(minimum),
                ])
                return .object([
                    "url": .string(url), "handleCodeInApp": flag(handleCodeInApp),
                    "android": package == nil ? nil : android,
                    "iOS": bundle.map { ["bundleId": .string($0)] }, "dynamicLinkDomain": text(dynamicLinkDomain),
                    "linkDomain": text(linkDomain),
                ])
            case 1:
                return flat([
                    "url", "handleCodeInApp", "androidPackageName", "androidInstallIfNotAvailable",
                    "androidMinimumVersion", "iOSBundleID", "dynamicLinkDomain", "linkDomain",
                ])
            case 2:
                return flat([
                    "url", "handle_code_in_app", "android_package_name", "android_install_app",
                    "android_minimum_version", "ios_bundle_id", "dynamic_link_domain", "link_domain",
                ])
            default:
                return flat([
                    "continueUrl", "canHandleCodeInApp", "androidPackageName", "androidInstallApp",
                    "androidMinimumVersionCode", "iOSBundleId", "dynamicLinkDomain", "linkDomain",
                ])
            }
        }

        private func flat(_ names: [String]) -> JSONValue {
            let values = [
                text(url), flag(handleCodeInApp), text(package), flag(install), text(minimum), text(bundle),
                text(dynamicLinkDomain), text(linkDomain),
            ]
            var object = JSONObject()
            for (name, value) in zip(names, values) { if let value { object.append(name, value) } }
            return .object(object)
        }

        private func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
        private func flag(_ value: Bool?) -> JSONValue? { value.map { .bool($0) } }
    }
}
