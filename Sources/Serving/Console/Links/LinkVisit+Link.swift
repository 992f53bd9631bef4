import AdminPages
import ByteText
import Daemon
import HTTP
import LinkStore
import Links
import Markup

/// The page of a link, and the actions on it.
extension LinkVisit {
    /// Confirmation messages by action.
    static let done = [
        "unsafe": "The link shows a warning and leads nowhere.", "safe": "The link leads to its target again.",
        "created": "The link was created.", "saved": "The changes were saved.", "pause": "The link is paused.",
        "resume": "The link works again.", "expire": "The link has expired.", "archive": "The link is archived.",
        "restore": "The link is listed again.", "returned": "The earlier version was restored.",
        "delete": "The link was deleted. Its code is never used again.",
    ]

    /// The API path of the link in the request; `nil` if the request contains none.
    var address: String? {
        let place = request.isPost ? request.form["link"] : request.query["link"]
        guard let place, !place.isEmpty else { return nil }
        return "/v1/links/\(ListedLink.encoded(place))"
    }

    /// The link in the request, or the API's refusal.
    func find() -> (link: ListedLink?, refusal: ConsolePage) {
        guard let address else { return (nil, MessagePage.notFound) }
        let answer = ask(LinkService.Question("GET", address))
        return (answer.fault == nil ? ListedLink(answer.json) : nil, MessagePage.refused(answer))
    }

    func link() -> ConsolePage {
        let (found, refusal) = find()
        guard let found else { return refusal }
        return page(of: found)
    }

    private func page(of link: ListedLink) -> ConsolePage {
        var page = ConsolePage("link")
        let state = link.state(at: request.now)
        page.values["place"] = link.place
        page.values["query"] = link.query
        page.values["etag"] = link["etag"]
        page.values["word"] = state.word
        page.values["state_style"] = state.style
        page.values.set("may_write", mayWrite)
        page.values.set("is_disabled", link.isDisabled)
        page.values.set("is_unsafe", link.isUnsafe)
        page.values.set("is_archived", link.isArchived)
        page.values.set("is_expired", state.word == "expired")
        page.values["done"] = Self.done[request.query["done"] ?? ""]
        page.values["who"] = who(link)
        page.values["link"] = link["link"]
        page.values["target"] = link.target.address
        page.values["long_link"] = link.target.address == link["long_link"] ? nil : link["long_link"]
        for name in ["created", "updated"] {
            page.values[name] = ListedLink.time(link[name])
            page.values["\(name)_moment"] = link[name]
        }
        page.values["apps"] = Self.apps(link.target)
        page.values.set("fields", rows: Self.fields(of: link))
        if let check = link.json["target_check"], let outcome = check["outcome"]?.string {
            let status = check["status"]?.number.map { " (\($0.text))" } ?? ""
            let time = ListedLink.time(check["checked"]?.string ?? "") ?? ""
            page.values["target_check"] = "\(outcome.replacing("_", with: " "))\(status), \(time)"
        }
        let counts = ask(LinkService.Question("GET", "\(address ?? ""):counts?days=\(LinkStatistics.days)"))
        page.values["counts_fault"] = counts.fault?.sentence
        if counts.fault == nil { LinkStatistics(counts.json, until: request.now).write(to: &page.values) }
        let query = "/v1/counts?link=\(ListedLink.encoded(link.place))&by=\(ClickPanels.ofLink)"
        ClickPanels(ask(LinkService.Question("GET", query)).json).write(to: &page.values)
        return page
    }

    /// The labels and values of the parameters and fields that the link has.
    private static func fields(of link: ListedLink) -> [PageValues] {
        let options = LinkOption.all.map { row($0.label, link.target.value(of: $0.parameter) ?? "") }
        let fields = LinkField.allCases.flatMap { field -> [PageValues] in
            guard field != .attributes else {
                return (link.json["attributes"]?.object?.members ?? []).map { row($0.name, $0.value.string ?? "") }
            }
            guard let label = field.row.label else { return [] }
            let text = link.text(of: field)
            return [row(label, text.isEmpty ? "" : text + field.row.unit, at: field.isTime ? link[field.title] : nil)]
        }
        return (options + fields).filter { $0["text"] != nil }
    }

    private static func row(_ label: String, _ text: String, at moment: String? = nil) -> PageValues {
        var row = PageValues()
        row["label"] = label
        row["text"] = text
        row["moment"] = moment
        return row
    }

    private func who(_ link: ListedLink) -> String {
        let site = domains.first { $0.host == link["domain"] }?.site
        let tokens =
            "Tokens with the scope links.write that are valid for \(site.map { "the site \($0)" } ?? "all sites")"
        return mayWrite ? "\(tokens), such as yours." : "\(tokens). Yours is read-only."
    }

    // MARK: - Actions

    /// Pauses, resumes, ends, archives or deletes a link if it is unchanged since its page was rendered. Actions that
    /// visitors notice require confirmation.
    func act() -> ConsolePage {
        guard let address, let place = request.form["link"], let name = request.form["do"] else {
            return MessagePage.notFound
        }
        guard name == "delete" || patch(name) != nil else { return MessagePage.notFound }
        if let effect = LinkEffect(name), request.form["sure"] == nil { return confirm(name, effect) }
        let answer =
            if let patch = patch(name) {
                ask(question("PATCH", address).sending(patch))
            } else { ask(question("DELETE", address)) }
        if answer.status == .preconditionFailed { return conflict() }
        guard answer.fault == nil else { return MessagePage.refused(answer) }
        var page = ConsolePage("link")
        let query = name == "delete" ? "" : "/link?link=\(ListedLink.encoded(place))&"
        page.onward = "\(LinksRoom.path)\(query.isEmpty ? "?" : query)done=\(name)"
        return page
    }

    /// A request that changes the link if it is unchanged since its page was rendered (`If-Match`).
    func question(_ method: String, _ address: String) -> LinkService.Question {
        LinkService.Question(method, address).with("If-Match", request.form["etag"] ?? "")
    }

    private func patch(_ name: String) -> JSONValue? {
        switch name {
        case "pause": ["disabled": true]
        case "resume": ["disabled": false]
        case "unsafe": ["unsafe": true]
        case "safe": ["unsafe": false]
        case "archive": ["archived": true]
        case "restore": ["archived": false]
        case "expire": ["expires": .string(Timestamp.text(request.now))]
        default: nil
        }
    }

    /// The confirmation page of an action, which describes its effect on visitors.
    private func confirm(_ name: String, _ effect: LinkEffect) -> ConsolePage {
        guard mayWrite else { return MessagePage.forbidden("Your token lacks the scope links.write.") }
        let (found, refusal) = find()
        guard let found else { return refusal }
        if request.form["etag"] != found["etag"] { return conflict() }
        var page = ConsolePage("link-confirm")
        page.values["place"] = found.place
        page.values["query"] = found.query
        page.values["etag"] = found["etag"]
        page.values["action"] = name
        page.values["heading"] = effect.heading
        page.values["effect"] = effect.text(of: found)
        page.values["word"] = found.state(at: request.now).word
        page.values["long_link"] = found["long_link"]
        page.values.set("is_bad", effect.isBad)
        let counts = ask(LinkService.Question("GET", "\(address ?? ""):counts?days=\(LinkStatistics.days)"))
        if counts.fault == nil { LinkStatistics(counts.json, until: request.now).write(to: &page.values) }
        return page
    }

    /// The current state of a link that was changed concurrently.
    func conflict() -> ConsolePage {
        let (found, refusal) = find()
        guard let found else { return refusal }
        var page = page(of: found)
        page.status = .preconditionFailed
        page.values["conflict"] =
            "This link has changed in the meantime. Nothing was done; the current version is shown below."
        return page
    }
}
