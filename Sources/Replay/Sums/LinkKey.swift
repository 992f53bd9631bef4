import ByteText
import Links

/// What links are told apart by in reports: the host and the path of what was clicked, and of a long link the address that
/// it carries, without its query.
///
/// Queries stay out: they hold what differs from click to click, and codes. A key is at most ``limit`` bytes of printable
/// ASCII with mail addresses masked, so that it can be shown and passed on; links that differ only behind that are one.
struct LinkKey: ~Copyable {
    static let limit = 200
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(4 * Self.limit)
    }

    /// The key that was made last.
    var span: Span<UInt8> {
        @_lifetime(borrow self) get { bytes.span }
    }

    /// Makes the key of a link that carries `payload`.
    mutating func make(of link: Span<UInt8>, payload: Span<UInt8>?) {
        bytes.removeAll(keepingCapacity: true)
        append(link)
        if let payload, let query = link.firstIndex(of: UInt8(ascii: "?")), Self.namesLink(link, from: query) {
            for byte in "?link=".utf8 { bytes.append(byte) }
            append(payload)
        }
        // A secret must be masked before it is cut in two.
        mask()
        if bytes.count > Self.limit { bytes.removeLast(bytes.count - Self.limit) }
    }

    /// Appends an address without its scheme, query and fragment.
    private mutating func append(_ address: Span<UInt8>) {
        var index = Self.endOfScheme(address)
        while index < address.count, bytes.count < 2 * Self.limit {
            let byte = address[index]
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return }
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(UInt8.hexDigit(byte >> 4))
                bytes.append(UInt8.hexDigit(byte))
            }
            index += 1
        }
    }

    private static func endOfScheme(_ address: Span<UInt8>) -> Int {
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")), colon < 6, colon + 2 < address.count,
            address[colon + 1] == UInt8(ascii: "/"), address[colon + 2] == UInt8(ascii: "/")
        else { return 0 }
        return colon + 3
    }

    /// Whether the query has the parameter `link`.
    private static func namesLink(_ link: Span<UInt8>, from query: Int) -> Bool {
        var start = query + 1
        while true {
            if link.extracting(start..<link.count).starts(with: "link=") { return true }
            guard let next = link.firstIndex(of: UInt8(ascii: "&"), from: start) else { return false }
            start = next + 1
        }
    }

    /// Masks the few keys that may hold a secret; only these allocate.
    private mutating func mask() {
        guard Masking.suspects(bytes.span) else { return }
        bytes = Array(Masking.masked(String(bytes.span)).utf8)
        bytes.reserveCapacity(4 * Self.limit)
    }
}
