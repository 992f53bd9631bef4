import ByteText

/// A host, or `*.` and a host for all its subdomains, as in lists of allowed domains.
///
///     example.com    // example.com, and nothing else
///     *.example.com  // www.example.com, a.b.example.com; not example.com, not badexample.com
///
/// A pattern with `*.` does not match the host itself; list both to allow both.
public struct DomainPattern: Sendable, Hashable, CustomStringConvertible {
    /// The accepted form of the host; with the leading dot if the pattern begins with `*.`.
    private let tail: [UInt8]
    /// Whether the pattern begins with `*.`.
    let includesSubdomains: Bool

    /// Parses a pattern. For cold paths: used when configuration is loaded.
    public init(_ text: String) throws(WebAddressFault) {
        var arena = ByteArena(capacity: text.utf8.count * 2)
        let whole = arena.append(text)
        includesSubdomains = arena[whole].starts(with: "*.")
        let host = try Host.accept(includesSubdomains ? whole[2..<Int(whole.count)] : whole, in: &arena)
        let isIPAddress = Host(arena[host]).isIPAddress
        guard !(includesSubdomains && isIPAddress) else { throw .hostCharacter }
        var bytes: [UInt8] = includesSubdomains ? [UInt8(ascii: ".")] : []
        for offset in host.indices { bytes.append(arena[offset]) }
        tail = bytes
    }

    /// Whether the pattern matches a host, which must be in accepted form. Does not allocate.
    public func matches(_ host: Span<UInt8>) -> Bool {
        let start = host.count - tail.count
        guard includesSubdomains ? start > 0 : start == 0 else { return false }
        return host.extracting(start..<host.count).equals(tail.span)
    }

    public var description: String { (includesSubdomains ? "*" : "") + String(decoding: tail, as: UTF8.self) }
}
