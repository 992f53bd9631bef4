import ByteText
import Configuration
import Expressions
import Rules
import WebAddress

/// The data that a site is built from: one option of `fingerpost init` each.
public enum Datum: String, Sendable, CaseIterable {
    case name, host, hosting, handler
    case authorizedDomain = "authorized-domain"
    case pageHost = "page-host"
    case package = "android"
    case fingerprint = "sha256"
    case minimumVersion = "minimum-version"
    case bundle = "ios"
    case team
    case appStoreID = "app-store-id"
    case customScheme = "custom-scheme"
    case iosMinimumVersion = "ios-minimum-version"
    /// `BUNDLE=APP_ID`, the latter from AppGallery Connect.
    case harmony
    case deferred
    case copyToken = "copy-token"

    /// The option as typed.
    public var flag: String { "--" + rawValue }

    /// The value of `--handler` for a site without a web widget.
    static let noHandler = "none"

    /// The value as it appears in the site's file. For a fingerprint that names its app: `PACKAGE=` and the fingerprint.
    ///
    /// Accepts common variants: an address instead of a host, an international name, a fingerprint without colons. All
    /// other validation is that of the rule loader.
    public func checked(_ text: String) throws(SetupFault) -> String {
        var value = text.trimmingSpaces
        if self == .handler, value.lowercased() == Self.noHandler { return Self.noHandler }
        if self == .fingerprint, let sign = value.firstIndex(of: "=") {
            let name = String(value[..<sign]).trimmingSpaces
            // openssl prints `SHA256 Fingerprint=14:6D…`.
            if name.contains(".") {
                let package = try Datum.package.checked(name)
                return package + "=" + (try checked(String(value[value.index(after: sign)...])))
            }
        }
        switch self {
        case .host, .hosting, .pageHost, .authorizedDomain: value = Self.host(value)
        case .fingerprint: value = try Self.fingerprint(value)
        case .appStoreID where value.lowercased().hasPrefix("id"): value = String(value.dropFirst(2))
        case .name: try Self.checkFileName(value)
        // YAML 1.1 reads 010 as 8.
        case .deferred: value = Int(value).map(String.init) ?? value
        case .copyToken: value = try Self.answer(value)
        default: break
        }
        if let fault = fault(in: value) { throw SetupFault("\(flag): \(fault)") }
        return value
    }

    /// The rule loader's error for a site with this value, or `nil`.
    private func fault(in value: String) -> String? {
        var patterns = PatternList()
        let (_, diagnostics) = SiteDecoder.decode(json: site(of: .string(value)), patterns: &patterns)
        guard let error = diagnostics.first(where: { $0.severity == .error }) else { return nil }
        return error.message + (error.expected.map { "; expected \($0)" } ?? "")
    }

    /// The smallest site with the value.
    private func site(of value: JSONValue) -> JSONValue {
        func android(_ key: String) -> JSONValue {
            ["site": "x", "apps": [["android": ["package": "x.x", key: [value]]]]]
        }
        func apple(_ key: String) -> JSONValue { ["site": "x", "apps": [["ios": ["bundle": "x", key: value]]]] }
        switch self {
        case .name: return ["site": value]
        case .host: return ["site": "x", "hosts": [value]]
        case .hosting: return ["site": "x", "hosting": [value]]
        case .handler: return ["site": "x", "handler": value]
        case .authorizedDomain: return ["site": "x", "authorized_domains": [value]]
        case .pageHost: return ["site": "x", "page_host": value]
        case .package: return ["site": "x", "apps": [["android": ["package": value]]]]
        case .fingerprint: return android("sha256")
        case .minimumVersion, .iosMinimumVersion: return apple("minimum_version")
        case .bundle: return ["site": "x", "apps": [["ios": ["bundle": value]]]]
        case .team: return apple("team")
        case .appStoreID: return apple("app_store_id")
        case .customScheme: return apple("custom_scheme")
        case .deferred:
            return [
                "site": "x",
                "deferred": ["days": Int(value.string ?? "").map { JSONValue.number(JSONNumber($0)) } ?? value],
            ]
        case .harmony:
            let (bundle, id) = Self.harmonyApp(value.string ?? "")
            return ["site": "x", "apps": [["harmony": ["bundle": .string(bundle), "app_id": .string(id)]]]]
        case .copyToken: return ["site": "x"]
        }
    }

    /// The bundle name and the app ID in `BUNDLE=APP_ID`.
    static func harmonyApp(_ value: String) -> (bundle: String, id: String) {
        let sign = value.firstIndex(of: "=") ?? value.endIndex
        return (String(value[..<sign]), String(value[sign...].dropFirst()))
    }

    /// `yes` or `no`.
    private static func answer(_ text: String) throws(SetupFault) -> String {
        switch text.lowercased() {
        case "yes", "y", "true": return "yes"
        case "no", "n", "false": return "no"
        default: throw SetupFault("\(Datum.copyToken.flag): expected yes or no")
        }
    }

    /// The name is also the file name: `sites/NAME.yaml`.
    private static func checkFileName(_ name: String) throws(SetupFault) {
        guard let first = name.utf8.first, name.utf8.count <= 64, first.isAlphanumeric, !name.hasSuffix(".cases") else {
            throw SetupFault(
                "--name: `\(name)` can't name a file of a site; expected up to 64 letters, digits, `-`, `.`, `_`, `~`, the first a letter or digit"
            )
        }
    }

    /// The host of an address or a name, in lowercase ASCII. Any other text is returned unchanged.
    private static func host(_ text: String) -> String {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        let wildcard = rest.hasPrefix("*.") ? "*." : ""
        rest = rest.dropFirst(wildcard.count)
        let name = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(name.count)
        var arena = ByteArena(capacity: 256)
        let input = arena.append("https://\(name)/")
        guard let address = try? WebAddress.parse(input, in: &arena), address.port == nil else {
            return wildcard + rest
        }
        return wildcard + arena.string(address.host) + path
    }

    /// The fingerprint in uppercase with colons, whatever separates the pairs.
    private static func fingerprint(_ text: String) throws(SetupFault) -> String {
        var digits = text.uppercased()[...]
        for prefix in ["SHA256:", "SHA-256:", "SHA256 FINGERPRINT="] where digits.hasPrefix(prefix) {
            digits = digits.dropFirst(prefix.count)
        }
        let pairs = digits.filter { $0 != ":" && $0 != " " }
        guard pairs.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }) else { return text }
        if pairs.count == 40 {
            throw SetupFault("--sha256: this is a SHA-1 digest (20 bytes); the SHA-256 digest has 32")
        }
        guard pairs.count == 64 else { return text }
        let characters = Array(pairs)
        return stride(from: 0, to: 64, by: 2).map { String(characters[$0...$0 + 1]) }.joined(separator: ":")
    }
}

extension String {
    /// The text without surrounding blanks.
    var trimmingSpaces: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
