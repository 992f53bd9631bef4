import Association
package import ByteText
package import Routing

/// Formats associations as JSON.
extension AssociationText {
    /// A site's apps with their declarations, and the files of its hosts.
    package static func json(of site: SiteDefinition, _ ruleSet: RuleSet) throws -> JSONValue {
        var files: [JSONValue] = []
        for host in hosts(of: site) {
            if let json = try json(of: host, ruleSet) { files.append(json) }
        }
        return [
            "site": .string(site.name), "apps": .array(site.declarations.map(app)), "hosts": .array(files),
        ]
    }

    /// The files of a host, or `nil` if no site has links on it.
    package static func json(of host: String, _ ruleSet: RuleSet) throws -> JSONValue? {
        guard let association = ruleSet.association(of: Array(host.utf8).span) else { return nil }
        return [
            "host": .string(host), "apple_app_site_association": try JSONValue(parsing: association.apple.json.span),
            "assetlinks": try JSONValue(parsing: association.android.json.span),
            "applinking": try association.harmony.map { try JSONValue(parsing: $0.json.span) } ?? .null,
        ]
    }

    private static func app(_ declaration: AppDeclaration) -> JSONValue {
        let filters = declaration.filters.map { filter -> JSONValue in
            [
                "host": .string(filter.host), "path_prefix": filter.pathPrefix.map { .string($0) } ?? .null,
                "verified": .bool(filter.isVerified),
            ]
        }
        return [
            "id": .string(declaration.app.id), "intent_filters": .array(filters),
            "associated_domains": .array(declaration.associatedDomains.map { .string($0) }),
        ]
    }
}
