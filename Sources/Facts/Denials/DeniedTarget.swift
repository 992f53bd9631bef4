import ByteText
import WebAddress

/// An address in the form used by deny lists: host, path and query as one text.
///
/// Spellings that servers treat as equal become one text (``CanonicalPath``), and so do an IPv4 address and its IPv4-mapped IPv6
/// address.
struct DeniedTarget {
    /// The host in lower case.
    let host: TextRange
    /// The host with path and query.
    let whole: TextRange

    init(_ address: WebAddress, in arena: inout ByteArena) {
        self.init(host: address.host, path: address.path, query: address.query, in: &arena)
    }

    /// - Parameter host: The host, normalized as in ``WebAddress``.
    init(host: TextRange, path: TextRange, query: TextRange?, in arena: inout ByteArena) {
        let path = CanonicalPath(of: path, in: &arena)
        let query = query.map { CanonicalPath.text(ofQuery: $0, in: &arena) }
        let mark = arena.count
        Self.append(host: host, to: &arena)
        self.host = arena.piece(from: mark)
        arena.append(copyOf: path.text)
        if let query {
            arena.append(UInt8(ascii: "?"))
            arena.append(copyOf: query)
        }
        whole = arena.piece(from: mark)
    }

    private static func append(host: TextRange, to arena: inout ByteArena) {
        guard arena[host.start] == UInt8(ascii: "["),
            let address = IPAddress(colons: arena[host[1..<(Int(host.count) - 1)]]), address.isIPv4
        else {
            arena.append(copyOf: host)
            return
        }
        _ = address.withText { arena.append($0) }
    }

    /// The key of a list entry: the text without trailing slashes.
    func key(in arena: borrowing ByteArena) -> TextRange {
        var count = Int(whole.count)
        while count > host.count, arena[whole.start + count - 1] == UInt8(ascii: "/") { count -= 1 }
        return whole[0..<count]
    }

    /// Whether an entry that ends before this byte also covers addresses below it.
    static func endsSegment(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }
}
