public import Configuration

/// Where the parts of a site are in its file, for findings about them.
public struct SitePlaces: Sendable {
    /// The place of the site's name.
    public var name: SourceLocation?
    var handler: SourceLocation?
    /// The place of `page_host`; nil if the site does not state it.
    public var pageHost: SourceLocation?
    /// The place of `association`; nil if the site has none.
    public var association: SourceLocation?
    /// By host, as written.
    public var hosts: [String: SourceLocation] = [:]
    /// By package name or bundle ID.
    public var apps: [String: SourceLocation] = [:]
    /// By code.
    public var links: [String: SourceLocation] = [:]
}

extension SitePlaces {
    init(_ site: LocatedSite, in file: SourceFile?) {
        func place(_ node: ConfigurationNode?) -> SourceLocation? {
            guard let file, let mark = node?.mark else { return nil }
            return SourceLocation(file: file.name, line: mark.line, column: mark.column)
        }
        name = place(site.name)
        handler = place(site.handler)
        pageHost = place(site.pageHost)
        association = place(site.association)
        for node in site.hosts + site.hosting { if let host = node.textValue { hosts[host] = place(node) } }
        for node in site.apps {
            guard case .mapping(let stores) = node.content else { continue }
            for store in stores {
                guard case .mapping(let entries) = store.value.content else { continue }
                for entry in entries where entry.name == "package" || entry.name == "bundle" {
                    if let id = entry.value.textValue { apps[id] = place(entry.value) }
                }
            }
        }
        if case .mapping(let entries)? = site.links?.content {
            for entry in entries { links[entry.name] = place(entry.key) }
        }
    }
}
