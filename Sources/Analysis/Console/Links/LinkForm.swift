import ByteText
import Markup

/// The fields of a link as they are typed.
struct LinkForm {
    static let names = [
        "domain", "code", "suffix", "long_link", "name", "note", "tags", "starts", "expires", "max_clicks",
        "expired_target", "used_up_target", "max_clicks_per_second", "cache",
    ]

    private static let counts = ["max_clicks", "max_clicks_per_second", "cache"]

    private var values: [String: String] = [:]

    /// What a form has sent.
    init(_ form: [String: String]) {
        for name in Self.names {
            let text = form[name]?.replacing("\r\n", with: "\n") ?? ""
            values[name] = String(text.trimmingPrefix(while: \.isWhitespace))
        }
    }

    /// The fields of a link that there is.
    init(_ link: ListedLink) {
        for name in ["long_link", "name", "note", "expired_target", "used_up_target"] { values[name] = link[name] }
        values["tags"] = link.tags.joined(separator: ", ")
        for name in Self.counts { values[name] = link.number(name) }
        // Without the mark for UTC, which the fields of browsers don't know.
        for name in ["starts", "expires"] { values[name] = String(link[name].prefix(19)) }
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// The tags, between commas.
    private var tags: [String] {
        self["tags"].split(separator: ",").map { String($0.trimmingPrefix(while: \.isWhitespace)) }
            .map { $0.last == " " ? String($0.reversed().drop { $0 == " " }.reversed()) : $0 }.filter { !$0.isEmpty }
    }

    /// What was typed as a time of a browser's field, `2026-11-20T12:00`, in UTC; as it stands where it is something else.
    private static func time(_ text: String) -> JSONValue {
        if text.isEmpty { return .null }
        return .string(text.utf8.count == 16 ? "\(text):00Z" : text.utf8.count == 19 ? "\(text)Z" : text)
    }

    private static func count(_ text: String) -> JSONValue {
        if text.isEmpty { return .null }
        return Int(text).map { .number(JSONNumber($0)) } ?? .string(text)
    }

    private func value(_ name: String) -> JSONValue {
        switch name {
        case "tags": .array(tags.map { .string($0) })
        case "starts", "expires": Self.time(self[name])
        case let name where Self.counts.contains(name): Self.count(self[name])
        default: .string(self[name])
        }
    }

    /// The body that makes a link; what is empty is left out.
    var creation: JSONValue {
        var json = JSONObject()
        for name in Self.names where !self[name].isEmpty {
            // A code is one's own, whatever was chosen for others.
            if name == "suffix", !self["code"].isEmpty { continue }
            json.append(name, value(name))
        }
        return .object(json)
    }

    /// The body that changes a link into what was typed: what differs.
    func patch(of link: ListedLink) -> JSONValue {
        let before = LinkForm(link)
        var json = JSONObject()
        for name in Self.names.dropFirst(3) where self[name] != before[name] { json.append(name, value(name)) }
        return .object(json)
    }

    /// Fills a form in.
    func write(to values: inout PageValues) {
        for name in Self.names { values["\(name)_field"] = self[name] }
        values.set("note_lines", linesOf: self["note"])
        values.set("is_unguessable", self["suffix"] == "unguessable")
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
