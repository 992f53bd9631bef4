import ByteText
import Links

/// The paths that links are compared with, for all hosts, stored so that accessing an entry retains nothing.
struct HostPaths: Sendable {
    /// A fixed path or path prefix of a site.
    private struct Key: Sendable {
        var site: Int
        /// The form of a link whose path equals the key. Links that continue a prefix may have another.
        var form: ClickedLinkForm
        var isPrefix = false
        /// A range of ``bytes``.
        var path: Range<Int>
    }

    private var keys: [Key] = []
    /// The range of ``keys`` for each host.
    private var places: [Range<Int>] = []
    /// The paths of all keys, concatenated.
    private var bytes: [UInt8] = []

    /// - Parameter hosts: The entries of each host, in matching order.
    init(_ hosts: [[(site: Int, role: HostIndex.Role)]]) {
        for entries in hosts {
            let start = keys.count
            for (site, role) in entries { add(role, of: site) }
            places.append(start..<keys.count)
        }
    }

    private mutating func add(_ role: HostIndex.Role, of site: Int) {
        switch role {
        case .handler(let path): add(Key(site: site, form: .actionLink, path: 0..<0), path)
        case .hosting: add(Key(site: site, form: .hostingLink, path: 0..<0), Array("/__/auth/links".utf8))
        case .links(let prefix): add(Key(site: site, form: .dynamicLink, isPrefix: true, path: 0..<0), prefix)
        }
    }

    private mutating func add(_ key: Key, _ path: [UInt8]) {
        var key = key
        key.path = bytes.count..<(bytes.count + path.count)
        bytes += path
        keys.append(key)
    }

    /// The first entry of a host that matches a path; `nil` if there is none.
    func match(_ path: Span<UInt8>, onHost host: Int) -> HostIndex.Match? {
        for place in places[host] {
            let key = keys[place]
            let count = key.path.count
            guard path.count >= count, path.extracting(0..<count).equals(bytes.span.extracting(key.path)) else {
                continue
            }
            if path.count == count, !key.isPrefix { return HostIndex.Match(site: key.site, form: key.form) }
            guard key.isPrefix, path.count == count || path[count] == UInt8(ascii: "/") else { continue }
            let form = path.count <= count + 1 ? key.form : .shortLink
            return HostIndex.Match(site: key.site, form: form, prefixCount: count)
        }
        return nil
    }
}
