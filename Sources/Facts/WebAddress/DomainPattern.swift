import ByteText

/// A host, or with `*.` before it every host below it, as lists of allowed domains have them.
///
///     example.com    // example.com, and nothing else
///     *.example.com  // www.example.com, a.b.example.com; not example.com, not badexample.com
///
/// The host after `*.` is not meant by the pattern itself; list both to allow both.
public struct DomainPattern: Sendable, Hashable, CustomStringConvertible {
    /// The accepted form of the host; after `*.` with the dot before it.
    private let tail: [UInt8]
    /// Whether the pattern began with `*.`.
    let includesSubdomains: Bool

    /// Reads a pattern; cold, for the time when configuration is loaded.
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

    /// Whether the pattern names this host, which must be in its accepted form. Nothing is allocated.
    public func matches(_ host: Span<UInt8>) -> Bool {
        let start = host.count - tail.count
        guard includesSubdomains ? start > 0 : start == 0 else { return false }
        return host.extracting(start..<host.count).equals(tail.span)
    }

    public var description: String { (includesSubdomains ? "*" : "") + String(decoding: tail, as: UTF8.self) }
}
