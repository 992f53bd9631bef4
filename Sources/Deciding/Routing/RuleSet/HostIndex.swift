import ByteText
import Links
import WebAddress

/// Finds the site and the form of a link by its host and path. The cost does not depend on the number of sites.
final class HostIndex: Sendable {
    /// A site's use of a host.
    enum Role: Sendable {
        /// A link domain. The prefix is empty or begins with a slash.
        case links(prefix: [UInt8])
        /// A host of `/__/auth/links`.
        case hosting
        /// The host of the web widget, and the widget's path there.
        case handler(path: [UInt8])
    }

    private struct Entry: Sendable {
        var site: Int
        var role: Role
    }

    /// A match: the site, the link's form and, for link domains, the length of the prefix.
    struct Match {
        var site: Int
        var form: ClickedLinkForm
        /// The prefix's length in bytes. The code follows the prefix.
        var prefixCount = 0
    }

    private let hosts: ByteTable
    private let entries: [[Entry]]
    /// The paths of each host's entries.
    private let paths: HostPaths
    /// The first site for each authorized domain.
    private let authorized: DomainTable

    /// - Parameter authorizedDomains: The authorized domains of each site.
    init(sites: [CompiledSite], authorizedDomains: [[String]]) {
        var order: [String] = []
        var byHost: [String: [Entry]] = [:]
        func add(_ host: String, _ entry: Entry) {
            if byHost[host] == nil { order.append(host) }
            byHost[host, default: []].append(entry)
        }
        for (index, site) in sites.enumerated() {
            for (host, role) in site.roles { add(host, Entry(site: index, role: role)) }
        }
        entries = order.map { host in byHost[host, default: []].sorted { Self.precedes($0.role, $1.role) } }
        paths = HostPaths(entries.map { $0.map { (site: $0.site, role: $0.role) } })
        hosts = ByteTable(order.enumerated().map { (key: Array($1.utf8), value: $0) })
        authorized = DomainTable(
            authorizedDomains.enumerated().flatMap { site, domains in domains.map { ($0, site) } })
    }

    /// Fixed paths come before link prefixes, and a longer prefix before a shorter one.
    private static func precedes(_ one: Role, _ other: Role) -> Bool {
        func weight(_ role: Role) -> Int {
            switch role {
            case .handler, .hosting: Int.max
            case .links(let prefix): prefix.count
            }
        }
        return weight(one) > weight(other)
    }

    /// Whether any site uses the host.
    func knows(host: Span<UInt8>) -> Bool {
        hosts.value(for: host) != nil
    }

    /// The sites that use a host, by index, with their roles in matching order; empty for an unknown host.
    func roles(of host: Span<UInt8>) -> [(site: Int, role: Role)] {
        hosts.value(for: host).map { entries[$0].map { ($0.site, $0.role) } } ?? []
    }

    /// The site and form of an address.
    ///
    /// - Parameter goingOn: Whether to accept any address on an authorized domain, as at stage `continue`.
    func match(
        _ address: WebAddress, goingOn: Bool, in arena: borrowing ByteArena
    ) throws(LinkFault) -> Match {
        if let match = find(address, in: arena) { return match }
        if goingOn, let site = authorized.lowestValue(for: arena[address.host]) {
            return Match(site: site, form: .other)
        }
        throw LinkFault(knows(host: arena[address.host]) ? .unknownLink : .unknownSite)
    }

    /// The site and form of an address on a site's host; `nil` for any other.
    func find(_ address: WebAddress, in arena: borrowing ByteArena) -> Match? {
        guard let known = hosts.value(for: arena[address.host]) else { return nil }
        return paths.match(arena[address.path], onHost: known)
    }

    /// The index of the site that a path of a host belongs to: the one with a matching prefix, or else the host's last
    /// site, whose prefix is the shortest. `nil` for an unknown host.
    func site(of host: Span<UInt8>, path: Span<UInt8>) -> Int? {
        guard let known = hosts.value(for: host) else { return nil }
        return paths.match(path, onHost: known)?.site ?? entries[known].last?.site
    }
}
