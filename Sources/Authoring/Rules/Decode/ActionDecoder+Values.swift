import ByteText
import Configuration
import Routing

/// The values in `then`.
extension ActionDecoder {
    func app(_ node: ConfigurationNode) -> String? {
        guard let id = log.text(node) else { return nil }
        guard let apps else { return id }
        if apps.contains(id) { return id }
        let hint = suggestion(for: id, among: apps)
        log.error(
            .invalidValue, node, "unknown app `\(id)` in the site",
            hint: hint ?? (apps.isEmpty ? "list it under `apps`" : "known apps: \(apps.joined(separator: ", "))"))
        return nil
    }

    func status(_ node: ConfigurationNode) -> Int? {
        guard let status = log.integer(node, in: 300...399) else { return nil }
        if status == 302 || status == 307 { return status }
        log.error(.invalidValue, node, "\(status) is not a valid redirect status", expected: "302 or 307")
        return nil
    }

    func cache(_ node: ConfigurationNode) -> ActionDefinition.CachePolicy? {
        if node.textValue == "no-store" { return .noStore }
        guard case .number = node.content else {
            log.error(.wrongType, node, "not a valid value for `cache`", expected: "`no-store` or a number of seconds")
            return nil
        }
        return log.integer(node, in: 0...31_536_000).map { .seconds($0) }
    }

    /// Text with facts. A target must be a whole URL or a fact that is a URL.
    func template(_ node: ConfigurationNode, isURL: Bool) -> Template? {
        guard let text = log.text(node) else { return nil }
        do {
            let template = try Template(parsing: text)
            return !isURL || leadsSomewhere(template, node) ? template : nil
        } catch {
            report(error, in: node)
            return nil
        }
    }

    private func leadsSomewhere(_ template: Template, _ node: ConfigurationNode) -> Bool {
        if case .fact(let fact)? = template.segments.first, template.segments.count == 1 {
            if fact.isURL { return true }
            log.error(
                .template, node, "`\(fact.name)` is not a URL",
                hint: "only a fact that is a validated URL can be the whole template: {link.payload}")
            return false
        }
        guard case .literal(let start)? = template.segments.first,
            ["https://", "http://"].contains(where: start.hasPrefix)
        else {
            log.error(.template, node, "not a URL", expected: "`https://…` or a fact that is a URL")
            return false
        }
        // A fact in the host would let the link's author choose the destination.
        let parts = AddressParts(start)
        var root = parts
        (root.path, root.query, root.fragment) = ("", nil, nil)
        if parts.host?.isEmpty != false || template.segments.count > 1 && parts == root {
            log.error(
                .template, node, "the host of a URL must be literal", hint: "use facts in the path and the query only")
            return false
        }
        // The values of facts in the rest are unknown until a click arrives.
        let known = template.segments.count == 1 ? start : root.text + "/"
        if let fault = AddressCheck.longLinkFault(in: known) {
            log.error(.template, node, "clicks can't be redirected to this address: \(fault)")
            return false
        }
        return true
    }

    private func report(_ fault: TemplateFault, in node: ConfigurationNode) {
        let add = { (count: Int, message: String, hint: String?) in
            log.add(.error, .template, in: node, offset: fault.offset, count: count, message, hint: hint)
        }
        switch fault.kind {
        case .unclosedBrace: add(1, "this brace is not closed", "write a literal brace as `{{`")
        case .strayBrace: add(1, "unmatched closing brace", "write a literal brace as `}}`")
        case .unknownFact(""):
            add(1, "expected the name of a fact between { and }", "write a literal brace as `{{`")
        case .unknownFact(let name):
            let names = FactName.allCases.filter(\.isText).map(\.name.description)
            add(name.utf8.count, "unknown fact `\(name)`", suggestion(forDotted: name, among: names))
        case .notText(let name):
            add(name.utf8.count, "`\(name)` is not text and can't be used in a template", nil)
        }
    }
}
