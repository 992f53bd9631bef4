import AdminPages
import ByteText
import Daemon
import HTTP
import Markup

/// The changes of a link, and restoring the version before one of them.
extension LinkVisit {
    func history() -> ConsolePage {
        guard let address else { return MessagePage.notFound }
        let answer = ask(LinkService.Question("GET", "\(address):history"))
        guard answer.fault == nil, let json = answer.json else { return MessagePage.refused(answer) }
        guard request.isPost else { return page(of: json) }
        guard mayWrite else { return MessagePage.forbidden("Your token lacks the scope links.write.") }
        if request.form["etag"] != json["etag"]?.string { return conflict() }
        let changes = json["changes"]?.array ?? []
        guard let change = changes.first(where: { $0["former_etag"]?.string == request.form["former"] }),
            let patch = change["restore"], patch.object?.isEmpty == false
        else { return MessagePage.notFound }
        guard request.form["sure"] != nil else { return confirmation(of: change, json) }
        return restore(patch, address, json)
    }

    private func restore(_ patch: JSONValue, _ address: String, _ json: JSONValue) -> ConsolePage {
        let answer = ask(question("PATCH", address).sending(patch))
        if answer.status == .preconditionFailed { return conflict() }
        guard answer.fault == nil else {
            var page = page(of: json)
            (page.status, page.values["fault"]) = (answer.status, answer.fault?.sentence)
            return page
        }
        var page = ConsolePage("link-history")
        page.onward = "\(LinksRoom.path)/link?\(query(of: json))&done=returned"
        return page
    }

    private func page(of json: JSONValue) -> ConsolePage {
        var page = begin(json)
        let changes = json["changes"]?.array ?? []
        page.values.set("is_empty", changes.isEmpty)
        page.values.set(
            "changes",
            rows: changes.map { change in
                var row = PageValues()
                row["time"] = ListedLink.time(change["time"]?.string ?? "")
                row["client"] = change["client"]?.string
                row["former"] = change["former_etag"]?.string
                row.set("fields", rows: Self.fields(change["fields"]))
                row.set("may_restore", mayWrite && change["restore"]?.object?.isEmpty == false)
                return row
            })
        return page
    }

    /// The confirmation page, which lists the fields that the change would affect.
    private func confirmation(of change: JSONValue, _ json: JSONValue) -> ConsolePage {
        var page = begin(json)
        let now = ask(LinkService.Question("GET", address ?? "")).json
        let fields = (change["restore"]?.object?.members ?? []).map { member in
            Self.field(member.name, now?[member.name] ?? .null, member.value)
        }
        page.values.set("needs_sure", true)
        page.values["former"] = change["former_etag"]?.string
        page.values["since"] = ListedLink.time(change["time"]?.string ?? "")
        page.values.set("restored", rows: fields)
        return page
    }

    private func begin(_ json: JSONValue) -> ConsolePage {
        var page = ConsolePage("link-history")
        page.values["place"] = String((json["link"]?.string ?? "").dropFirst("https://".count))
        page.values["query"] = query(of: json)
        page.values["etag"] = json["etag"]?.string
        return page
    }

    private func query(of json: JSONValue) -> String {
        "link=\(ListedLink.encoded(String((json["link"]?.string ?? "").dropFirst("https://".count))))"
    }

    private static func fields(_ fields: JSONValue?) -> [PageValues] {
        (fields?.object?.members ?? []).map { member in
            field(member.name, member.value["before"] ?? .null, member.value["after"] ?? .null)
        }
    }

    private static func field(_ name: String, _ before: JSONValue, _ after: JSONValue) -> PageValues {
        var row = PageValues()
        row["field"] = name
        (row["before"], row["after"]) = (text(before), text(after))
        return row
    }

    /// A field's value as text.
    private static func text(_ value: JSONValue) -> String {
        if value.isNull || value.string == "" { return "none" }
        if let text = value.string { return text }
        if let list = value.array { return list.isEmpty ? "none" : list.compactMap(\.string).joined(separator: ", ") }
        if value.object?.isEmpty == true { return "none" }
        return value.text
    }
}
