import ByteText
import LinkStore
import Links

/// A replacement of a file's link domains (`--domain`).
///
/// `links.example.com/go` moves every link there and keeps its code. `old.example=links.example.com/go` moves the links
/// below `old.example` and keeps the rest of their paths.
public struct DomainMove: Sendable, Equatable {
    /// The link domain in the file, optionally with a path prefix; `nil` for all.
    public var from: String?
    /// The link domain of the site.
    public var to: String

    /// Parses `NEW` or `OLD=NEW`, each with or without `https://`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { Self.domain(String($0)) }
        guard parts.count < 3, parts.allSatisfy({ LinkDomain($0) != nil && !$0.hasPrefix("/") }) else { return nil }
        from = parts.count == 2 ? parts[0] : nil
        to = parts[parts.count - 1]
    }

    /// A link domain without scheme and final slash.
    private static func domain(_ text: String) -> String {
        var text = Substring(text)
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) { text = text.dropFirst(scheme.utf8.count) }
        if text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }

    /// The replacement of a link domain; `nil` if the move does not apply to it.
    ///
    /// Throws if the new address would lose a part of the old path: the user must decide which part may be dropped.
    func domain(for old: String) throws(ShortLinkFault) -> String? {
        if let from {
            guard old == from || old.hasPrefix("\(from)/") else { return nil }
            return to + old.dropFirst(from.utf8.count)
        }
        let path = Self.path(old)
        guard path.isEmpty || path == Self.path(to) else {
            throw ShortLinkFault(
                "invalid-argument", "the link is below \(old), and \(to) would drop \(path) from its path",
                summary: "--domain \(to) would drop \(path) from the path of links below \(old)", subject: old)
        }
        return to
    }

    /// The path prefix of a link domain: `/go`.
    static func path(_ domain: String) -> Substring {
        domain[(domain.firstIndex(of: "/") ?? domain.endIndex)...]
    }
}

extension LinkFields {
    /// Moves a link to the link domain of the first move that applies to it. The code is unchanged.
    mutating func move(by moves: [DomainMove]) throws(ShortLinkFault) {
        guard let old = domain else { return move(to: moves.first { $0.from == nil }?.to) }
        for move in moves {
            guard let new = try move.domain(for: old) else { continue }
            return self.move(to: new)
        }
    }

    private mutating func move(to new: String?) {
        guard let new else { return }
        if let longLink = patch.longLink, let domain, !Self.isPlainlyElsewhere(longLink, domain),
            var long = try? LongLink(parsing: longLink), long.domain == domain
        {
            long.domain = new
            patch.longLink = long.text
            isCanonical = true
        }
        domain = new
    }

    /// Whether an address certainly has another host than a link domain, without parsing it as a browser would: its
    /// host consists of lowercase letters, digits, hyphens and dots, and is not a number.
    static func isPlainlyElsewhere(_ address: String, _ domain: String) -> Bool {
        let address = address.utf8
        guard address.starts(with: "https://".utf8) else { return false }
        let rest = address.dropFirst("https://".utf8.count)
        let host = rest.prefix { isPlain($0) }
        guard rest.count == host.count || "/?".utf8.contains(rest[host.endIndex]) else { return false }
        let name = host.lastIndex(of: UInt8(ascii: ".")).map { host[host.index(after: $0)...] } ?? host
        guard let first = name.first, first >= UInt8(ascii: "a") else { return false }
        return !host.elementsEqual(domain.utf8.prefix { $0 != UInt8(ascii: "/") })
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
