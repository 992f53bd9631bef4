import ByteText
import LinkStore
import Links
import Markup

/// The fields of a link as typed.
struct LinkForm {
    /// The fields with an input.
    private static let fields = LinkField.allCases.filter { $0.row.label != nil }
    static let names = ["domain", "code", "suffix", "long_link"] + fields.map(\.title)

    private var values: [String: String] = [:]
    /// Whether the link opens the site's apps.
    var opensApp = true
    /// Whether the password of the link is removed.
    private var removesPassword = false

    /// Reads the fields of a submitted form.
    init(_ form: [String: String]) {
        // Browsers send nothing for an unchecked box.
        opensApp = form["opens_app"] != nil
        removesPassword = form["no_password"] != nil
        for name in Self.names {
            let text = form[name]?.replacing("\r\n", with: "\n") ?? ""
            values[name] = String(text.trimmingPrefix(while: \.isWhitespace))
        }
    }

    /// Fills the fields in from an existing link.
    init(_ link: ListedLink) {
        values["long_link"] = link.target.address
        opensApp = link.target.opensApp
        for field in Self.fields {
            // Without the `Z`, which `datetime-local` fields do not accept.
            if field.isPassword { continue }
            values[field.title] = field.isTime ? String(link[field.title].prefix(19)) : link.text(of: field)
        }
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// The tags, separated by commas.
    private var tags: [String] {
        self["tags"].split(separator: ",").map { String($0.trimmingPrefix(while: \.isWhitespace)) }
            .map { $0.last == " " ? String($0.reversed().drop { $0 == " " }.reversed()) : $0 }.filter { !$0.isEmpty }
    }

    /// The value of a `datetime-local` field, such as `2026-11-20T12:00`, in UTC. Any other text is passed through.
    private static func time(_ text: String) -> JSONValue {
        if text.isEmpty { return .null }
        return .string(text.utf8.count == 16 ? "\(text):00Z" : text.utf8.count == 19 ? "\(text)Z" : text)
    }

    private static func count(_ text: String) -> JSONValue {
        if text.isEmpty { return .null }
        return Int(text).map { .number(JSONNumber($0)) } ?? .string(text)
    }

    private func value(_ name: String) -> JSONValue {
        switch LinkField(named: name)?.kind {
        case .tags: .array(tags.map { .string($0) })
        case .time: Self.time(self[name])
        case .count, .number: Self.count(self[name])
        default: .string(self[name])
        }
    }

    /// The request body that creates the link, without empty fields.
    ///
    /// - Parameter domains: All link domains available to the visitor.
    func creation(on domains: [String]) -> JSONValue {
        var json = JSONObject()
        for name in Self.names where !self[name].isEmpty {
            // A custom code takes precedence over the kind of generated code.
            if name == "suffix", !self["code"].isEmpty { continue }
            let isPayload = name == "long_link" && opensApp && !LinkTarget.isLongLink(self[name], on: domains)
            json.append(isPayload ? "payload" : name, name == "long_link" ? .string(plainTarget(domains)) : value(name))
        }
        return .object(json)
    }

    /// The typed target, written so that the API reads it literally.
    private func plainTarget(_ domains: [String]) -> String {
        let text = self["long_link"]
        if opensApp || LinkTarget.isLongLink(text, on: domains) { return text }
        return LinkTarget(address: text).longLink(on: self["domain"])
    }

    /// The request body that changes a link to the typed values: the fields that differ. A new target keeps the rest of
    /// the long link.
    func patch(of link: ListedLink, on domains: [String], offering apps: [LinkableApp]) -> JSONValue {
        let before = LinkForm(link)
        var json = JSONObject()
        for name in Self.names.dropFirst(4) where self[name] != before[name] { json.append(name, value(name)) }
        if removesPassword { json.append(LinkField.password.title, .null) }
        if self["long_link"] != before["long_link"] || opensApp != before.opensApp {
            let text = longLink(changing: link, on: domains, offering: apps)
            if text != link["long_link"] { json.append("long_link", .string(text)) }
        }
        return .object(json)
    }

    private func longLink(changing link: ListedLink, on domains: [String], offering apps: [LinkableApp]) -> String {
        if LinkTarget.isLongLink(self["long_link"], on: domains) { return self["long_link"] }
        var target = link.target
        target.lead(to: self["long_link"])
        if opensApp != target.opensApp {
            if opensApp { target.addApps(apps, on: link["domain"]) } else { target.removeApps() }
        }
        return target.longLink(on: link["domain"])
    }

    /// Fills the form in.
    func write(to values: inout PageValues) {
        for name in ["long_link", "code"] { values["\(name)_field"] = self[name] }
        values.set("opens_app", opensApp)
        values.set("inputs", rows: Self.fields.filter { $0.row.lines == 1 }.map(input))
        values.set("areas", rows: Self.fields.filter { $0.row.lines > 1 }.map(input))
        values.set("is_unguessable", self["suffix"] == "unguessable")
    }

    private func input(of field: LinkField) -> PageValues {
        var row = PageValues()
        row["input"] = field.title
        row["input_label"] = field.row.input ?? field.row.label
        row["typed"] = self[field.title]
        row["rows"] = "\(field.row.lines)"
        row.set("lines", linesOf: self[field.title])
        switch field.kind {
        case .tags: row.set("is_list", true)
        case .time: row.set("is_time", true)
        case .count, .number: row.set("is_number", true)
        case .address: row.set("is_address", true)
        case .password:
            row.set("is_password", true)
            row.set("removes", removesPassword)
        case .target, .text, .attributes, .flag, .state: break
        }
        return row
    }
}

extension String {
    fileprivate func trimmingPrefix(while matches: (Character) -> Bool) -> Substring {
        self[...].trimmingPrefix(while: matches)
    }
}

extension Substring {
    fileprivate func trimmingPrefix(while matches: (Character) -> Bool) -> Substring { drop(while: matches) }
}
