import Association
import Configuration

/// A site's settings for its association files.
extension SiteDecoder {
    func excludedLinks(_ node: ConfigurationNode) -> [LinkComponent] {
        guard let fields = Fields<AssociationKey>(node, log: log) else { return [] }
        var seen: Set<LinkComponent> = []
        return fields.list(.exclude).compactMap { node in
            guard let component = component(node) else { return nil }
            if seen.insert(component).inserted { return component }
            log.error(.duplicate, node, "this exclusion appears twice", hint: "remove one of them")
            return nil
        }
    }

    private func component(_ node: ConfigurationNode) -> LinkComponent? {
        guard case .mapping = node.content else {
            return checked(node, ComponentFault.path).map(LinkComponent.exclude)
        }
        guard let fields = Fields<ComponentKey>(node, log: log) else { return nil }
        guard fields[.path] != nil || fields[.query] != nil || fields[.fragment] != nil else {
            log.error(.missingKey, node, "a component needs at least one of the keys `/`, `?` and `#`")
            return nil
        }
        var component = LinkComponent(isExcluded: true)
        component.path = checked(fields[.path], ComponentFault.path).map { WildcardPattern($0) }
        component.query = fields[.query].flatMap(query)
        component.fragment = fields[.fragment].flatMap { pattern($0, of: "a fragment") }
        component.isCaseSensitive = fields.bool(.caseSensitive) ?? true
        component.isPercentEncoded = fields.bool(.percentEncoded) ?? true
        return component
    }

    private func query(_ node: ConfigurationNode) -> LinkComponent.Query? {
        guard case .mapping(let entries) = node.content else {
            return pattern(node, of: "a query").map { .whole($0) }
        }
        if entries.isEmpty { log.error(.missingKey, node, "a query needs at least one parameter name") }
        return .items(
            entries.compactMap { entry in
                pattern(entry.value, of: "`\(entry.name)`").map { LinkComponent.Item(entry.name, $0) }
            })
    }

    /// The pattern of an optional part of a link. A star also matches a missing part, which is hardly ever intended.
    private func pattern(_ node: ConfigurationNode, of part: String) -> WildcardPattern? {
        guard let text = checked(node, ComponentFault.text) else { return nil }
        let pattern = WildcardPattern(text)
        if pattern.matches("") {
            log.warning(
                .patternOfNothing, node, "`\(text)` also matches links without \(part): a missing one counts as empty",
                hint: "`?*` matches one or more characters")
        }
        return pattern
    }
}

/// Validates patterns of an association file. Each check returns the problem, or `nil`.
private enum ComponentFault {
    /// A pattern for the path after a link domain's prefix.
    static func path(_ text: String) -> String? {
        guard text.hasPrefix("/") else { return "`\(text)` is not a path: a path begins with a slash" }
        if text.contains("#") { return "a path must not contain a fragment: write `{\"/\": …, \"#\": …}`" }
        // A question mark is a wildcard of the pattern. Followed by an equals sign, it was meant as a query.
        let query = text.drop { $0 != "?" }
        return query.contains("=") ? "a path must not contain a query: write `{\"/\": …, \"?\": {…}}`" : self.text(text)
    }

    static func text(_ text: String) -> String? {
        if text.contains("$(") { return "substitution variables are not supported" }
        let isVisible = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isVisible ? nil : "a pattern must not contain control characters"
    }
}
