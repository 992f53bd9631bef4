import ByteText

extension AppleAppSiteAssociation {
    /// Parses a file as Apple's systems do; `nil` if they would reject it, because it is too long or not JSON with an
    /// `applinks` object.
    ///
    /// `components` take precedence over `paths`. A component with unsupported members matches nothing, like one that Apple's
    /// systems cannot parse.
    public init?(parsing text: String) {
        guard text.utf8.count <= Self.maximumBytes, let file = try? JSONValue(parsing: text),
            let entries = file["applinks"]?["details"]?.array
        else { return nil }
        for entry in entries {
            let names = (entry["appIDs"]?.array ?? []) + [entry["appID"]].compactMap(\.self)
            let components = Self.components(of: entry)
            for name in names.compactMap(\.string) where !details.contains(where: { $0.appID == name }) {
                details.append(Detail(appID: name, components: components))
            }
        }
        webCredentials = Self.apps(file["webcredentials"])
        appClips = Self.apps(file["appclips"])
    }

    private static func apps(_ service: JSONValue?) -> [String] {
        service?["apps"]?.array?.compactMap(\.string) ?? []
    }

    private static func components(of entry: JSONValue) -> [LinkComponent] {
        if let components = entry["components"]?.array { return components.compactMap { LinkComponent($0) } }
        return (entry["paths"]?.array ?? []).compactMap(\.string).map { text in
            let path = LegacyPath(text)
            return LinkComponent(path: path.pattern, isExcluded: path.isExcluded)
        }
    }
}

extension AssetLinks {
    /// Parses a file as Android does; `nil` unless it is a list of statements. Ignores statements other than those that let an
    /// Android app handle the host's links.
    public init?(parsing text: String) {
        guard let entries = (try? JSONValue(parsing: text))?.array else { return nil }
        let urls = "delegate_permission/common.handle_all_urls"
        for entry in entries {
            guard let relations = entry["relation"]?.array?.compactMap(\.string), relations.contains(urls),
                let target = entry["target"], target["namespace"]?.string == "android_app",
                let package = target["package_name"]?.string,
                !statements.contains(where: { $0.package == package })
            else { continue }
            let rules = entry["relation_extensions"]?[urls]?["dynamic_app_link_components"]?.array ?? []
            let components = rules.map { LinkComponent($0) }
            statements.append(
                Statement(
                    package: package,
                    fingerprints: target["sha256_cert_fingerprints"]?.array?.compactMap(\.string) ?? [],
                    // If one component is invalid, all are discarded and only the manifest counts.
                    components: components.contains(nil) ? [] : components.compactMap(\.self),
                    sharesCredentials: relations.contains("delegate_permission/common.get_login_creds")))
        }
    }
}

extension LinkComponent {
    /// Parses a component; `nil` if it is invalid.
    init?(_ value: JSONValue) {
        guard let object = value.object else { return nil }
        self.init()
        for member in object.members {
            switch member.name {
            case "/": path = member.value.string.map { WildcardPattern($0) }
            case "#": fragment = member.value.string.map { WildcardPattern($0) }
            case "?": query = Query(member.value)
            case "exclude": isExcluded = member.value.bool ?? false
            case "caseSensitive": isCaseSensitive = member.value.bool ?? true
            case "percentEncoded": isPercentEncoded = member.value.bool ?? true
            case "comment": break
            default: return nil
            }
        }
    }
}

extension LinkComponent.Query {
    fileprivate init?(_ value: JSONValue) {
        if let text = value.string {
            self = .whole(WildcardPattern(text))
        } else if let members = value.object?.members {
            self = .items(
                members.compactMap { item in item.value.string.map { .init(item.name, WildcardPattern($0)) } })
        } else {
            return nil
        }
    }
}
