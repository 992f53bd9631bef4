import ByteText
import WebAddress

/// A request under construction: exactly the facts of a click that an example states.
struct RequestDraft: Equatable, Sendable {
    struct Parameter: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// The app as stated by the device profile.
    struct App: Hashable, Sendable {
        var state: String?
        var version: String?
    }

    /// ActionCodeSettings, as if requested by the sender of the mail.
    struct Settings: Hashable, Sendable {
        var handleCodeInApp = false
        var install = false
        var package: String?
        var bundle: String?
        var appStoreID: String?
    }

    /// The link without its query: `https://example.page.link/`.
    var base: String
    var parameters: [Parameter] = []
    var stage: String?
    var returnedFrom: String?
    var platform: String?
    var osVersion: String?
    var formFactor: String?
    var inApp: String?
    var bot: Bool?
    var botKind: String?
    var store: String?
    var browser: String?
    var browserVersion: String?
    var app: App?
    var headers: [Parameter] = []
    var ip: String?
    var country: String?
    var region: String?
    var city: String?
    var time: String?
    var settings: Settings?
    /// The request's own site, if none is configured.
    var site: JSONValue?

    init(base: String) {
        self.base = base
    }

    /// Sets a parameter of the link, replacing any of the same name.
    mutating func set(_ name: String, _ value: String?) {
        parameters.removeAll { $0.name == name }
        if let value { parameters.append(Parameter(name: name, value: value)) }
    }

    mutating func setHeader(_ name: String, _ value: String) {
        headers.removeAll { $0.name == name }
        headers.append(Parameter(name: name, value: value))
    }

    /// The clicked link.
    var link: String { Self.address(base, parameters) }

    /// A base address with a query.
    static func address(_ base: String, _ parameters: [Parameter]) -> String {
        guard !parameters.isEmpty else { return base }
        return base + "?" + parameters.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        var output: [UInt8] = []
        PercentCoding.encodeComponent(Array(text.utf8).span, into: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension RequestDraft {
    /// The request as accepted by `resolve`.
    var json: JSONValue {
        var object = JSONObject()
        object.append("link", .string(link))
        if !headers.isEmpty {
            var fields = JSONObject()
            for header in headers { fields.append(header.name, .string(header.value)) }
            object.append("headers", .object(fields))
        }
        if let device { object.append("device", .object(device)) }
        object.append(optional: "stage", stage)
        object.append(optional: "returned_from", returnedFrom)
        object.append(optional: "ip", ip)
        object.append(optional: "country", country)
        object.append(optional: "region", region)
        object.append(optional: "city", city)
        object.append(optional: "time", time)
        if let settings { object.append("settings", .object(settings.json)) }
        if let site { object.append("site", site) }
        return .object(object)
    }

    private var device: JSONObject? {
        var object = JSONObject()
        object.append(optional: "platform", platform)
        object.append(optional: "os_version", osVersion)
        object.append(optional: "form_factor", formFactor)
        object.append(optional: "in_app", inApp)
        if let bot { object.append("bot", .bool(bot)) }
        object.append(optional: "bot_kind", botKind)
        object.append(optional: "store", store)
        object.append(optional: "browser", browser)
        object.append(optional: "browser_version", browserVersion)
        if let app {
            var fields = JSONObject()
            fields.append(optional: "state", app.state)
            fields.append(optional: "version", app.version)
            object.append("app", .object(fields))
        }
        return object.isEmpty ? nil : object
    }
}

extension RequestDraft.Settings {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.append("handleCodeInApp", .bool(handleCodeInApp))
        if let package {
            object.append("android", ["packageName": .string(package), "installApp": .bool(install)])
        }
        if let bundle {
            var apple = JSONObject()
            apple.append("bundleId", .string(bundle))
            apple.append(optional: "appStoreId", appStoreID)
            object.append("iOS", .object(apple))
        }
        return object
    }
}

extension JSONObject {
    fileprivate mutating func append(optional name: String, _ value: String?) {
        if let value { append(name, .string(value)) }
    }
}
