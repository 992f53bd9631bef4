import ByteText
import LinkStore
import Links
import Markup
import WebAddress

/// A short link as serialized by the API.
struct ListedLink {
    let json: JSONValue

    /// Returns `nil` if the value is not a link.
    init?(_ json: JSONValue?) {
        guard let json, json["link"]?.string != nil else { return nil }
        self.json = json
    }

    subscript(name: String) -> String { json[name]?.string ?? "" }

    /// A field as text; empty if the link lacks it.
    func text(of field: LinkField) -> String {
        switch field.kind {
        case .target, .text, .address: self[field.title]
        case .password: json[field.title]?.bool == true ? "required" : ""
        case .time: Self.time(self[field.title]) ?? ""
        case .count, .number: json[field.title]?.number?.text ?? ""
        case .tags: tags.joined(separator: ", ")
        case .attributes, .flag, .state: ""
        }
    }

    /// `example.page.link/CODE`.
    var place: String { String(self["link"].dropFirst("https://".count)) }
    /// The target and the apps that it opens.
    var target: LinkTarget { LinkTarget(self["long_link"]) }
    var tags: [String] { (json["tags"]?.array ?? []).compactMap(\.string) }
    var isArchived: Bool { json["archived"]?.bool ?? false }
    var isDisabled: Bool { json["disabled"]?.bool ?? false }
    var isUnsafe: Bool { json["unsafe"]?.bool ?? false }
    var warnings: [String] {
        (json["warnings"]?.array ?? []).compactMap { $0["warningMessage"]?.string ?? $0["warningCode"]?.string }
    }

    /// The state that a click finds, in one word, and the style to show it in.
    func state(at now: Int64) -> (word: String, style: String) {
        if isUnsafe { return ("unsafe", "bad") }
        if isDisabled { return ("paused", "warn") }
        if let starts = Timestamp.seconds(self["starts"]), starts > now { return ("not started", "warn") }
        if let expires = Timestamp.seconds(self["expires"]), expires <= now { return ("expired", "bad") }
        return isArchived ? ("archived", "") : ("active", "good")
    }

    /// The query of pages about the link.
    var query: String { "link=\(Self.encoded(place))" }

    /// A value, encoded for any query.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentCoding.encodeComponent(text.utf8.span, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A time in a readable form; `nil` if the text is empty.
    static func time(_ text: String) -> String? {
        text.isEmpty ? nil : text.replacing("T", with: " ").replacing("Z", with: " UTC")
    }
}
