import Configuration
import Routing

/// Targets of clicks that match none of a site's links.
extension SiteDecoder {
    /// `root`: an address, or a mapping. `page` is the error page, as without the key.
    func root(_ node: ConfigurationNode) -> LocatedRule? {
        guard case .mapping = node.content else { return address(node).map { stray(.root, node, to: $0) } }
        guard let fields = Fields<RootKey>(node, log: log) else { return nil }
        let status = status(fields[.status])
        return fields.required(.to).flatMap(address).map { stray(.root, node, to: $0, status: status) }
    }

    /// `not_found`, and whether it also applies to deleted links.
    func notFound(_ node: ConfigurationNode) -> (rule: LocatedRule?, coversGone: Bool) {
        guard case .mapping = node.content else {
            return (address(node).map { stray(.notFound, node, to: $0) }, false)
        }
        guard let fields = Fields<NotFoundKey>(node, log: log) else { return (nil, false) }
        let status = status(fields[.status])
        let rule = fields.required(.to).flatMap(address).map { stray(.notFound, node, to: $0, status: status) }
        return (rule, fields.bool(.gone) ?? false)
    }

    /// Reports rules of the site that have the name of one of these.
    func checkNames(_ strays: [LocatedRule], _ rules: [LocatedRule], _ nodes: [ConfigurationNode]) {
        for stray in strays where rules.contains(where: { $0.definition.id == stray.definition.id }) {
            let name = String(stray.definition.id.dropFirst(ruleIDPrefix.count + 1))
            let node = nodes.first { Fields<RuleKey>($0, log: DiagnosticLog(root: ""))?[.name]?.textValue == name }
            guard let node else { continue }
            log.error(
                .duplicate, node, "the site's own redirect is also named `\(name)`",
                hint: "rename the rule")
        }
    }

    private func stray(
        _ key: SiteKey, _ node: ConfigurationNode, to target: String, status: Int? = nil
    ) -> LocatedRule {
        let (name, because) =
            key == .root
            ? ("root", "The link domain was opened without a link; the site redirects such clicks.")
            : ("not-found", "There is no such link; the site redirects such clicks.")
        let action = ActionDefinition(
            outcome: .continueRedirect(to: Template(segments: [.literal(target)])), status: status)
        return LocatedRule(
            definition: RuleDefinition(
                id: "\(ruleIDPrefix)/\(name)", because: because, condition: nil, program: nil, action: action),
            location: RuleListDecoder.location(of: node, log))
    }

    private func address(_ node: ConfigurationNode) -> String? {
        node.textValue == "page" ? nil : checked(node, AddressCheck.strayFault)
    }

    private func status(_ node: ConfigurationNode?) -> Int? {
        node.flatMap(ActionDecoder(log: log, apps: nil, because: "").status)
    }
}
