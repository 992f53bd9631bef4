import ByteText
import Links
import WebAddress

/// What is tried: a link, a device, and what else is known of the click. Secrets in it are masked when it is read, so that
/// nothing made of it has any; a masked link leads where the link itself does.
struct TryForm: Sendable, Equatable {
    /// The fields, by the names that they have in the form and in shared addresses.
    enum Field: String, CaseIterable {
        case link
        /// Where the link is tapped: the ID of a situation; empty for nowhere in particular.
        case situation
        /// How the app is on the phone, which no server sees.
        case app
        case userAgent = "user_agent"
        /// What the request states of the app.
        case appState = "app_state"
        case appVersion = "app_version"
        case country, region, city, asn, language, time, stage
        /// Further keys of the request, as a JSON object.
        case more
    }

    private var values: [String: String] = [:]

    /// Nothing yet.
    init() {}

    /// Reads the fields of a form.
    init(_ form: [String: String]) {
        for field in Field.allCases { self[field] = form[field.rawValue] ?? "" }
    }

    /// The value of a field, without blanks around it; empty where nothing is stated.
    subscript(field: Field) -> String {
        get { values[field.rawValue] ?? "" }
        set {
            let text = newValue.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let value = field == .more ? newValue : field == .link ? TypedLink.withScheme(text) : text
            values[field.rawValue] = text.isEmpty ? nil : Masking.masked(value)
        }
    }

    /// The fields as the fragment of an address (`application/x-www-form-urlencoded`); empty without a link.
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
    /// Why a form can't be tried: a sentence for people.
    struct Fault: Error {
        var message: String
    }

    /// The request in JSON that the form states, as `resolve --batch` takes it.
    ///
    /// - Parameter userAgent: That of the situation, where none was pasted.
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

    /// The number of a network, as it may be written: `AS64500`; what is none is refused with the request.
    private var network: JSONValue {
        let text = self[.asn]
        let digits = text.uppercased().hasPrefix("AS") ? text.dropFirst(2) : text[...]
        let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (isNumber ? try? JSONValue(parsing: String(digits)) : nil) ?? .string(text)
    }

    /// Whether it states what only a file of places would know, beside the country.
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
    /// The object without a member.
    func without(_ name: String) -> JSONObject {
        var rest = JSONObject()
        for member in members where member.name != name { rest.append(member.name, member.value) }
        return rest
    }
}
