import AdminPages
import ByteText
import Daemon
import HTTP
import LinkStore
import Links
import Markup
import OpenSSL

/// Creating and editing links. Input is validated first, and saved once its warnings have been shown.
extension LinkVisit {
    func new() -> ConsolePage {
        guard mayWrite else { return MessagePage.forbidden("Your token lacks the scope links.write.") }
        var page = ConsolePage("link-form")
        page.values["heading"] = "New link"
        page.values["action"] = "/links/new"
        page.values.set("is_new", true)
        page.showsPictures = true
        var form = LinkForm(request.form)
        if !request.isPost { form.opensApp = true }
        form.write(to: &page.values)
        write(domains: form["domain"], to: &page.values)
        let key = request.form["request"] ?? Hexadecimal.text(SecureRandom.bytes(count: 16))
        page.values["request"] = key
        guard request.isPost else { return page }
        let body = form.creation(surroundings(of: form["domain"]))
        let checked = ask(LinkService.Question("POST", "/v1/links?validate_only=true").sending(body))
        guard isToBeSaved(form, checked, &page) else { return page }
        let made = ask(LinkService.Question("POST", "/v1/links").with("Idempotency-Key", key).sending(body))
        return finish(form, made, "created", &page)
    }

    private func surroundings(of domain: String) -> LinkForm.Surroundings {
        LinkForm.Surroundings(domains: domains.map(\.host), apps: apps(of: domain))
    }

    func edit() -> ConsolePage {
        guard mayWrite else { return MessagePage.forbidden("Your token lacks the scope links.write.") }
        let (found, refusal) = find()
        guard let found, let address else { return refusal }
        var page = ConsolePage("link-form")
        page.values["heading"] = "Change \(found.place)"
        page.values["action"] = "/links/edit"
        page.values["place"] = found.place
        page.values["query"] = found.query
        page.showsPictures = true
        let form = request.isPost ? LinkForm(request.form) : LinkForm(found)
        form.write(to: &page.values)
        page.values["etag"] = request.isPost ? request.form["etag"] : found["etag"]
        guard request.isPost else { return page }
        if request.form["etag"] != found["etag"] { return changed(found, &page) }
        let patch = form.patch(of: found, surroundings(of: found["domain"]))
        let checked = ask(question("PATCH", address + "?validate_only=true").sending(patch))
        guard isToBeSaved(form, checked, of: found, &page) else { return page }
        let saved = ask(question("PATCH", address).sending(patch))
        if saved.status == .preconditionFailed { return changed(find().link ?? found, &page) }
        return finish(form, saved, "saved", &page)
    }

    /// Writes the result of the check. Returns whether the visitor asked to save and has seen all warnings.
    ///
    /// - Parameter former: The link before the change; `nil` for a new one.
    private func isToBeSaved(
        _ form: LinkForm, _ checked: LinkService.Answer, of former: ListedLink? = nil, _ page: inout ConsolePage
    ) -> Bool {
        page.values.set("answered", true)
        guard checked.fault == nil, let link = ListedLink(checked.json) else {
            return refuse(form, checked, &page)
        }
        let warnings = link.warnings + warnings(of: link, after: former)
        let seen = Digest.sha256Hex(Array(([link["long_link"]] + warnings).joined(separator: "\n").utf8).span)
        if request.form["do"] == "save", warnings.isEmpty || request.form["seen"] == seen { return true }
        page.values["said"] =
            warnings.isEmpty ? "Checked: no problems found." : "Checked: \(counted(warnings.count, "warning"))."
        page.values["seen"] = seen
        page.values.set("no_warnings", warnings.isEmpty)
        write(preview: link, of: former, to: &page.values)
        page.values.set(
            "warnings",
            rows: warnings.map { warning in
                var row = PageValues()
                row["warning"] = warning.sentence
                return row
            })
        return false
    }

    /// Writes what would be saved.
    private func write(preview link: ListedLink, of former: ListedLink?, to values: inout PageValues) {
        let target = link.target
        values.set("has_preview", true)
        values["preview_link"] = link.json["suffix"]?.string == "custom" ? link["link"] : nil
        values["preview_target"] = target.address
        values["preview_long_link"] = target.address == link["long_link"] ? nil : link["long_link"]
        values["preview_former"] = former.flatMap { $0.target.address == target.address ? nil : $0.target.address }
        values["preview_apps"] = Self.apps(target)
        values["preview_state"] = link.state(at: request.now).word
        LinkCard(target).write(to: &values)
    }

    /// Effects on visitors that the API does not warn about.
    private func warnings(of link: ListedLink, after former: ListedLink?) -> [String] {
        // A change of another field does not affect the apps.
        let isRetargeted = former.map { $0["long_link"] != link["long_link"] } ?? true
        var warnings = isRetargeted ? link.target.appWarnings(apps(of: link["domain"]), after: former?.target) : []
        let ineffective = isRetargeted ? LinkOption.ineffective(in: link.target) : []
        warnings += ineffective.map { option in
            "“\(option.label)” has no effect: the link opens no app on \(option.system?.rawValue ?? "any system")."
        }
        let state = link.state(at: request.now).word
        if let former, former.state(at: request.now).word != state, state == "expired" || state == "not started" {
            warnings.append("The link would be \(state): visitors do not reach its target.")
        }
        return warnings
    }

    /// The apps that the link opens, as text.
    static func apps(_ target: LinkTarget) -> String {
        let names = LinkableApp.System.allCases.compactMap { system in
            target.app(on: system).map { "\($0) (\(system.rawValue))" }
        }
        return names.isEmpty ? "no app" : names.joined(separator: ", ")
    }

    private func refuse(_ form: LinkForm, _ answer: LinkService.Answer, _ page: inout ConsolePage) -> Bool {
        let fault = LinkFormFault(answer.fault ?? "")
        page.status = answer.status
        page.values["fault"] = fault.message
        page.values["fault_name"] = fault.name
        page.values["fault_label"] = fault.label
        page.values["said"] = [fault.label, fault.message].compactMap(\.self).joined(separator: ": ")
        form.write(to: &page.values, fault: fault.name)
        return false
    }

    private func finish(
        _ form: LinkForm, _ saved: LinkService.Answer, _ word: String, _ page: inout ConsolePage
    ) -> ConsolePage {
        guard saved.fault == nil, let link = ListedLink(saved.json) else {
            _ = refuse(form, saved, &page)
            return page
        }
        page.onward = "/links/link?\(link.query)&done=\(word)"
        return page
    }

    /// The form as typed, for a link that has been changed since: shows the current values and offers to save anyway.
    private func changed(_ link: ListedLink, _ page: inout ConsolePage) -> ConsolePage {
        page.status = .preconditionFailed
        page.values.set("answered", true)
        page.values.set("has_conflict", true)
        page.values["etag"] = request.form["etag"]
        page.values["new_etag"] = link["etag"]
        page.values["said"] = "This link has changed in the meantime."
        let (typed, now) = (LinkForm(request.form), LinkForm(link))
        page.values.set(
            "differences",
            rows: LinkForm.labels.dropFirst(3).filter {
                typed.has($0.name) && typed[$0.name] != now[$0.name] && $0.name != LinkField.password.title
            }.map { name, label in
                var row = PageValues()
                row["field"] = label
                row["typed"] = typed[name].isEmpty ? "nothing" : typed[name]
                row["kept"] = now[name].isEmpty ? "nothing" : now[name]
                return row
            })
        return page
    }
}
