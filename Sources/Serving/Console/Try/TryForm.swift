import ByteText
import Links
import WebAddress

/// A link to try, with the device and other facts of the click. Secrets are masked on input, so no output contains any.
/// A masked link leads to the same place as the link itself.
struct TryForm: Sendable, Equatable {
    /// The fields, by their names in the form and in shared URLs.
    enum Field: String, CaseIterable {
        case link
        /// The ID of the situation in which the link is tapped; empty for none.
        case situation
        /// The condition of the app on the phone, which no server can observe.
        case app
        case userAgent = "user_agent"
        /// The app state in the request.
        case appState = "app_state"
        case appVersion = "app_version"
        case country, region, city, asn, language, time, stage
        /// Further members of the request, as a JSON object.
        case more
    }

    private var values: [String: String] = [:]

    /// An empty form.
    init() {}

    /// Reads the fields of a submitted form.
    init(_ form: [String: String]) {
        for field in Field.allCases { self[field] = form[field.rawValue] ?? "" }
    }

    /// The value of a field, with whitespace trimmed; empty if it is not set.
    subscript(field: Field) -> String {
        get { values[field.rawValue] ?? "" }
        set {
            let text = newValue.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let value = field == .more ? newValue : field == .link ? TypedLink.withScheme(text) : text
            values[field.rawValue] = text.isEmpty ? nil : Masking.masked(value)
        }
    }

    /// The fields as a URL fragment (`application/x-www-form-urlencoded`); empty without a link.
    var state: String {
        guard !self[.link].isEmpty else { return "" }
        var pairs: [String] = []
        for field in Field.allCases where !self[field].isEmpty {
            var bytes = Array("\(field.rawValue)=".utf8)
            PercentCoding.encodeComponent(self[field].utf8.span, into: &bytes)
            pairs.append(String(decoding: bytes, as: UTF8.self))
        }
        return pairs.joined(separator: "&")
    }
}

// MARK: - As a request

extension TryForm {
    /// The reason why a form can't be tried, as a sentence.
    struct Fault: Error {
        var message: String
    }

    /// The form as a request in the JSON format of `resolve --batch`.
    ///
    /// - Parameter userAgent: The user agent of the situation, used if none was entered.
    func request(userAgent: String?) throws(Fault) -> JSONObject {
        var request = JSONObject()
        func add(_ key: String, _ text: String?) {
            if let text, !text.isEmpty { request.append(key, .string(text)) }
        }
        add("link", self[.link])
        add("user_agent", self[.userAgent].isEmpty ? userAgent : self[.userAgent])
        add("accept_language", self[.language])
        add("country", self[.country].uppercased())
        add("region", self[.region])
        add("city", self[.city])
        if !self[.asn].isEmpty { request.append("asn", network) }
        add("time", self[.time])
        add("stage", self[.stage])
        var more = try self.more
        var device = more["device"]?.object ?? JSONObject()
        if !self[.appState].isEmpty || !self[.appVersion].isEmpty {
            var app = JSONObject()
            if !self[.appState].isEmpty { app.append("state", .string(self[.appState])) }
            if !self[.appVersion].isEmpty { app.append("version", .string(self[.appVersion])) }
            device.append("app", .object(app))
        }
        if !device.isEmpty { request.append("device", .object(device)) }
        more = more.without("device")
        for member in more.members where request[member.name] == nil { request.append(member.name, member.value) }
        return request
    }

    /// The autonomous system number, with or without the prefix `AS`. Other text is passed on, and refused with the
    /// request.
    private var network: JSONValue {
        let text = self[.asn]
        let digits = text.uppercased().hasPrefix("AS") ? text.dropFirst(2) : text[...]
        let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (isNumber ? try? JSONValue(parsing: String(digits)) : nil) ?? .string(text)
    }

    /// Whether it contains a location more precise than the country, which otherwise requires a location database.
    var statesPlace: Bool { [.region, .city, .asn].contains { !self[$0].isEmpty } }

    private var more: JSONObject {
        get throws(Fault) {
            guard !self[.more].isEmpty else { return JSONObject() }
            guard let object = (try? JSONValue(parsing: self[.more]))?.object else {
                throw Fault(message: "“More of the request” is not a JSON object, such as {\"ip\": \"203.0.113.9\"}.")
            }
            return object
        }
    }
}

extension JSONObject {
    /// The object without one member.
    func without(_ name: String) -> JSONObject {
        var rest = JSONObject()
        for member in members where member.name != name { rest.append(member.name, member.value) }
        return rest
    }
}
