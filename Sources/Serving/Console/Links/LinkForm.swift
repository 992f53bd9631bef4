import ByteText
import LinkStore
import Links

/// The fields of a link as typed.
struct LinkForm {
    /// The fields with an input.
    static let fields = LinkField.allCases.filter { $0.row.label != nil }
    /// The names of all inputs with their labels, in the order of the form.
    static let labels: [(name: String, label: String)] = {
        var labels = [
            (name: "domain", label: "Site"), (name: "code", label: "Code"), (name: "suffix", label: "Generated code"),
            (name: "long_link", label: "Leads to"),
        ]
        labels += LinkOption.all.map { (name: $0.name, label: $0.label) }
        labels += fields.map { (name: $0.title, label: $0.row.input ?? $0.row.label ?? $0.title) }
        return labels
    }()

    /// The typed texts; those that the form does not contain are missing.
    private var values: [String: String] = [:]
    /// Whether the link opens the site's apps.
    var opensApp = true
    /// Whether the password of the link is removed.
    private(set) var removesPassword = false

    /// Reads the fields of a submitted form.
    init(_ form: [String: String]) {
        // Browsers send nothing for an unchecked box.
        opensApp = form["opens_app"] != nil
        removesPassword = form["no_password"] != nil
        for (name, _) in Self.labels {
            guard let typed = form[name] else { continue }
            if name == LinkField.password.title {
                values[name] = typed
                continue
            }
            let text = typed.replacing("\r\n", with: "\n").trimmed
            values[name] = Self.isAddress(name) ? TypedLink.withScheme(text) : text
        }
    }

    /// Fills the fields in from an existing link.
    init(_ link: ListedLink) {
        values["long_link"] = link.target.address
        opensApp = link.target.opensApp
        for option in LinkOption.all { values[option.name] = link.target.value(of: option.parameter) ?? "" }
        for field in Self.fields where !field.isPassword {
            values[field.title] = field.isTime ? Self.typed(time: link[field.title]) : link.text(of: field)
        }
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// Whether the form contains an input.
    func has(_ name: String) -> Bool { values[name] != nil }

    private static func isAddress(_ name: String) -> Bool {
        name == "long_link" || LinkField(named: name)?.isAddress ?? false
            || LinkOption.all.contains { $0.name == name && $0.isAddress }
    }
}

// MARK: - Values

extension LinkForm {
    /// The tags, separated by commas.
    private var tags: [String] { self["tags"].split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty } }

    /// A time as browsers write it into `datetime-local` fields: without the `Z`, and without seconds if they are zero.
    private static func typed(time: String) -> String {
        let text = time.prefix(19)
        return String(text.hasSuffix(":00") && text.utf8.count == 19 ? text.dropLast(3) : text)
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
}

// MARK: - Requests

extension LinkForm {
    /// The site's link domains and apps, by which a typed target becomes a long link.
    struct Surroundings {
        /// All link domains available to the visitor.
        var domains: [String]
        /// The apps of the site of the link.
        var apps: [LinkableApp]
    }

    /// The request body that creates the link, without empty fields.
    func creation(_ surroundings: Surroundings) -> JSONValue {
        var json = JSONObject()
        // A custom code takes precedence over the kind of generated code.
        for name in ["domain", "code", "suffix"] where !self[name].isEmpty {
            if name == "suffix", !self["code"].isEmpty { continue }
            json.append(name, .string(self[name]))
        }
        let target = LinkTarget(address: self["long_link"])
        json.append("long_link", .string(longLink(changing: target, on: self["domain"], LinkForm([:]), surroundings)))
        for field in Self.fields where !self[field.title].isEmpty { json.append(field.title, value(field.title)) }
        return .object(json)
    }

    /// The request body that changes a link to the typed values: the fields that differ. A new target keeps the rest of
    /// the long link.
    func patch(of link: ListedLink, _ surroundings: Surroundings) -> JSONValue {
        let before = LinkForm(link)
        var json = JSONObject()
        for field in Self.fields where self[field.title] != before[field.title] {
            if field.isPassword, removesPassword { continue }
            json.append(field.title, value(field.title))
        }
        if removesPassword { json.append(LinkField.password.title, .null) }
        if self["long_link"] != before["long_link"] || opensApp != before.opensApp || !changedOptions(before).isEmpty {
            let text = longLink(changing: link.target, on: link["domain"], before, surroundings)
            if text != link["long_link"] { json.append("long_link", .string(text)) }
        }
        return .object(json)
    }

    private func changedOptions(_ before: LinkForm) -> [LinkOption] {
        LinkOption.all.filter { has($0.name) && self[$0.name] != before[$0.name] }
    }

    /// The long link with the typed parts. A long Dynamic Link that was typed keeps all its parameters, except for those
    /// typed into other fields.
    ///
    /// - Parameter before: The form before anything was typed.
    private func longLink(
        changing target: LinkTarget, on domain: String, _ before: LinkForm, _ surroundings: Surroundings
    ) -> String {
        let text = self["long_link"]
        let options = changedOptions(before)
        let isWhole = LinkTarget.isLongLink(text, on: surroundings.domains)
        if isWhole, options.isEmpty || text.isEmpty { return text }
        var target = isWhole ? LinkTarget(text) : target
        if !isWhole {
            if text != target.address { target.lead(to: text) }
            if opensApp, !target.opensApp { target.addApps(surroundings.apps, on: domain) }
            if !opensApp, target.opensApp { target.removeApps() }
        }
        for option in options { target.set(option.parameter, to: self[option.name], on: domain) }
        return text.isEmpty ? text : target.longLink(on: domain)
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
