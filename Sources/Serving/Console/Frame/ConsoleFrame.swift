import AdminPages
import Access
import HTTP
import Markup
import Mustache
import Threads

/// The layout, style, navigation and policy shared by all pages. Used by all threads.
final class ConsoleFrame: Sendable {
    private let templates: [(name: String, text: String)]
    /// `nil` until the first page: parsing takes longer than all else that a daemon does before it is ready.
    private let library = Locked<MustacheLibrary?>(nil)
    private let places: [ConsolePlace]
    private let version: String

    init(templates: [(name: String, text: String)], places: [ConsolePlace], version: String) {
        (self.templates, self.places, self.version) = (templates, places, version)
    }

    /// Parses templates. Throws only if one of them is not valid Mustache.
    static func parse(_ templates: [(name: String, text: String)]) throws -> MustacheLibrary {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        try library.register(ConsoleLayout.template, named: "layout")
        for (name, text) in templates { try library.register(text, named: name) }
        return library
    }

    /// Renders a page within the frame.
    func answer(_ page: ConsolePage, to request: AdminPageRequest) -> AdminPageAnswer {
        if let onward = page.onward { return AdminPageAnswer(seeOther: onward) }
        if let file = page.file {
            var answer = AdminPageAnswer(file.type, file.bytes)
            answer.fields = [("Content-Disposition", "attachment; filename=\"\(file.name)\"")]
            return answer
        }
        var values = page.values
        surround(&values, request)
        var answer = AdminPageAnswer("text/html; charset=utf-8", text(values, page.template))
        answer.status = page.status
        answer.policy = page.showsPictures ? ConsolePolicy.withPictures : ConsolePolicy.text
        if let seconds = page.retryAfter { answer.fields.append(("Retry-After", String(seconds))) }
        return answer
    }

    /// Renders a part of a page, without the frame.
    func text(_ page: ConsolePage) -> [UInt8] { text(page.values, page.template) }

    private func text(_ values: PageValues, _ template: String) -> [UInt8] {
        // Never nil: the templates of all rooms are registered, and tests render each of them.
        Array((parsedLibrary()?.render(values.entries, withTemplate: template) ?? "").utf8)
    }

    private func parsedLibrary() -> MustacheLibrary? {
        if let known = library.withLock(\.self) { return known }
        // Outside of the lock: two threads may parse at once, with the same result.
        guard let parsed = try? Self.parse(templates) else { return nil }
        library.withLock { $0 = parsed }
        return parsed
    }

    private func surround(_ values: inout PageValues, _ request: AdminPageRequest) {
        values["style"] = ConsoleStyle.text
        values["script"] = Asset.script.path
        values["icon"] = Asset.icon.path
        values["version"] = version
        guard let visitor = request.visitor else { return }
        values.set("signed_in", true)
        values["visitor"] = visitor.credential.name
        values["role"] = visitor.credential.role
        values["form_token"] = visitor.formToken
        values.set(
            "places",
            rows: places.map { place in
                var row = PageValues()
                row["name"] = place.name
                row["path"] = place.path
                row.set("current", Self.isCurrent(place, request.path))
                return row
            })
    }

    private static func isCurrent(_ place: ConsolePlace, _ path: String) -> Bool {
        place.path == path || place.path != "/" && path.hasPrefix(place.path + "/")
    }
}

extension Credential {
    /// The role that the scopes amount to, in one word.
    var role: String {
        if scopes.contains(.reload) { return "operator" }
        return scopes.contains(.write) ? "editor" : "viewer"
    }
}
