/// The components of a URL in a string (RFC 3986, section 3), for code off the hot path.
///
///     HTTPS://user@Example.COM:8443/go/x?link=y#top
///     scheme  userInfo host    port path query  fragment
///
/// Scheme and host are in lower case (section 6.2.2.1); nothing else is changed, decoded or validated. Every text has
/// components: one without a scheme is a relative reference. A `WebAddress` must be parsed to decide whether a URL is
/// safe: browsers treat a backslash as a slash, for example, and here it is an ordinary character.
public struct AddressParts: Sendable, Hashable {
    /// The scheme; `nil` if there is none.
    public var scheme: String?
    /// The user information, which ends at the last `@` of the authority; `nil` if there is none.
    public var userInfo: String?
    /// The host, an IPv6 address in brackets; `nil` if no `//` precedes it.
    public var host: String?
    /// The text between the host's colon and the path; empty for a colon alone, `nil` if there is no colon.
    public var port: String?
    /// The path, possibly empty.
    public var path: String
    /// The text between `?` and `#`; `nil` if there is no `?`.
    public var query: String?
    /// The text after `#`; `nil` if there is none.
    public var fragment: String?

    /// Splits a URL or a relative reference.
    public init(_ text: String) {
        // Bytes rather than characters: a combining mark after a delimiter does not hide it.
        var rest = Substring(text).utf8
        let scheme = rest.prefix { !":/?#".utf8.contains($0) }
        if scheme.endIndex < rest.endIndex, rest[scheme.endIndex] == UInt8(ascii: ":"), Self.isScheme(scheme) {
            self.scheme = String(Substring(scheme)).lowercased()
            rest = rest[scheme.endIndex...].dropFirst()
        }
        let authority = rest.starts(with: "//".utf8) ? rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) } : nil
        rest = rest[(authority?.endIndex ?? rest.startIndex)...]
        let path = rest.prefix { !"?#".utf8.contains($0) }
        self.path = String(Substring(path))
        rest = rest[path.endIndex...]
        let query = rest.prefix { $0 != UInt8(ascii: "#") }
        if !query.isEmpty { self.query = String(Substring(query.dropFirst())) }
        rest = rest[query.endIndex...]
        if !rest.isEmpty { fragment = String(Substring(rest.dropFirst())) }
        if let authority { readAuthority(authority) }
    }

    /// Splits a host with an optional path, `links.example.com/go`, or a URL that begins with a scheme or `//`.
    public init(hostOrURL text: String) {
        self.init(text)
        if host == nil { self.init("//" + text) }
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        text.first?.isAlpha == true && text.allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }

    private mutating func readAuthority(_ authority: Substring.UTF8View) {
        var name = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(Substring(authority[..<at]))
            name = authority[at...].dropFirst()
        }
        // A colon in brackets is part of an IPv6 address.
        let isBracketed = name.first == UInt8(ascii: "[")
        let start = isBracketed ? name.firstIndex(of: UInt8(ascii: "]")) ?? name.endIndex : name.startIndex
        let end = name[start...].firstIndex(of: UInt8(ascii: ":")) ?? name.endIndex
        if end < name.endIndex { port = String(Substring(name[end...].dropFirst())) }
        host = String(Substring(name[..<end])).lowercased()
    }
}

// MARK: - Parts of the text

extension AddressParts {
    /// The whole text, with scheme and host in lower case (section 5.3).
    public var text: String {
        var text = scheme.map { "\($0):" } ?? ""
        if let authority { text += "//" + (userInfo.map { "\($0)@" } ?? "") + authority }
        text += path
        if let query { text += "?" + query }
        return text + (fragment.map { "#\($0)" } ?? "")
    }

    /// The whole text without the fragment.
    public var textWithoutFragment: String {
        var parts = self
        parts.fragment = nil
        return parts.text
    }

    /// Host and port without the user information: the value of a `Host` field (RFC 9110, section 7.2).
    public var authority: String? { host.map { host in host + (port.map { ":\($0)" } ?? "") } }

    /// Path and query, with a slash for an empty path (RFC 9112, section 3.2.1).
    public var requestTarget: String { (path.isEmpty ? "/" : path) + (query.map { "?\($0)" } ?? "") }

    /// Whether the scheme is http or https.
    public var isWeb: Bool { scheme == "https" || scheme == "http" }
}

// MARK: - References

extension AddressParts {
    /// The target of a reference in a document at this address (section 5.2.2).
    public func resolving(_ reference: String) -> AddressParts {
        var target = AddressParts(reference)
        if target.scheme == nil {
            target.scheme = scheme
            if target.host == nil {
                (target.userInfo, target.host, target.port) = (userInfo, host, port)
                if target.path.isEmpty {
                    target.path = path
                    if target.query == nil { target.query = query }
                    return target
                }
                if target.path.utf8.first != UInt8(ascii: "/") { target.path = folder + target.path }
            }
        }
        target.path = Self.withoutDots(target.path)
        return target
    }

    /// The path up to its last slash; a slash for a host's empty path.
    private var folder: String {
        if host != nil, path.isEmpty { return "/" }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { String(path[...$0]) } ?? ""
    }

    /// Removes dot segments from an absolute path (section 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return path }
        var segments: [Substring] = []
        let parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts.map({ Substring($0) }) {
            if part == ".." { _ = segments.popLast() } else if part != "." { segments.append(part) }
        }
        if let last = parts.last.map({ Substring($0) }), last == "." || last == ".." { segments.append("") }
        return "/" + segments.joined(separator: "/")
    }
}
