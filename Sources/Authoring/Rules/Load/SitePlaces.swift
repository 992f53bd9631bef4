public import Configuration
public import Routing

/// The places of a site's parts in its file, for findings about them.
public struct SitePlaces: Sendable {
    /// The place of the site's name.
    public var name: SourceLocation?
    var handler: SourceLocation?
    /// The place of `page_host`, or `nil` if the site does not set it.
    public var pageHost: SourceLocation?
    /// The place of `association`, or `nil` if the site has none.
    public var association: SourceLocation?
    /// The place of `pages`, or `nil` if the site has none.
    public var pages: SourceLocation?
    /// The place of `cache`, or `nil` if the site does not set it.
    public var cache: SourceLocation?
    /// The places of hosts, as written.
    public var hosts: [String: SourceLocation] = [:]
    /// By store, since an Android app and an Apple app often have the same ID.
    private var apps: [AppDefinition.Store: [String: SourceLocation]] = [:]
    /// The places of short links, by code.
    public var links: [String: SourceLocation] = [:]
    /// The places of device tokens, by their texts.
    public var tokens: [String: SourceLocation] = [:]
}

extension SitePlaces {
    /// The place of an app's package name or bundle ID.
    public func place(of app: AppDefinition) -> SourceLocation? { apps[app.store]?[app.id] }

    init(_ site: LocatedSite, in file: SourceFile?) {
        func place(_ node: ConfigurationNode?) -> SourceLocation? {
            guard let file, let mark = node?.mark else { return nil }
            return SourceLocation(file: file.name, line: mark.line, column: mark.column)
        }
        name = place(site.name)
        handler = place(site.handler)
        pageHost = place(site.pageHost)
        association = place(site.association)
        pages = place(site.pages)
        cache = place(site.cache)
        for node in site.hosts + site.hosting { if let host = node.textValue { hosts[host] = place(node) } }
        for node in site.tokens { if let token = node.textValue { tokens[token] = place(node) } }
        for node in site.apps {
            guard case .mapping(let stores) = node.content else { continue }
            for entry in stores {
                guard case .mapping(let fields) = entry.value.content, let key = AppKey(rawValue: entry.name) else {
                    continue
                }
                let (store, name): (AppDefinition.Store, String) =
                    switch key {
                    case .android: (.android, AndroidKey.package.rawValue)
                    case .ios: (.ios, AppleKey.bundle.rawValue)
                    case .harmony: (.harmony, HarmonyKey.bundle.rawValue)
                    }
                for field in fields where field.name == name {
                    if let id = field.value.textValue { apps[store, default: [:]][id] = place(field.value) }
                }
            }
        }
        if case .mapping(let entries)? = site.links?.content {
            for entry in entries { links[entry.name] = place(entry.key) }
        }
    }
}
