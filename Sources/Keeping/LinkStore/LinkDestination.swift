import ByteText

/// The destination of a link: the payload of a Dynamic Link, or else the long link itself.
///
/// Two addresses are the same destination if they differ only in the case of scheme and host, in a default port, in
/// credentials, or in an empty path. Everything else is significant, as it is for servers. Fallbacks are not
/// destinations.
public struct LinkDestination: Sendable, Equatable {
    /// The normalized address.
    let bytes: [UInt8]
    /// The range of the host in it; empty for an address without one, such as `tel:`.
    private let hostRange: Range<Int>

    /// The destination for an address. A host that is not ASCII must be in its IDNA form.
    public init(_ address: String) { self.init(normalizing: Array(address.utf8)) }

    /// The destination of a long link.
    public init(ofLongLink longLink: String) {
        let bytes = Array(longLink.utf8)
        self.init(normalizing: Self.payload(of: bytes.span) ?? bytes)
    }

    /// The normalized address.
    public var address: String { String(decoding: bytes, as: UTF8.self) }

    /// The host in lowercase; empty if there is none.
    public var host: String { String(decoding: bytes[hostRange], as: UTF8.self) }

    /// The hash of a lowercase host, the first part of the index key.
    static func hash(ofHost host: String) -> UInt64 { ByteHash64.of(host.utf8.span) }

    /// The hash of the host.
    var hostHash: UInt64 { ByteHash64.of(bytes.span.extracting(hostRange)) }

    /// The hash of the whole address. Collisions can be constructed, so addresses of matches must be compared.
    var addressHash: UInt64 { ByteHash64.of(bytes.span) }

    private init(normalizing raw: [UInt8]) {
        guard let host = Self.host(in: raw) else {
            (bytes, hostRange) = (raw, 0..<0)
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count + 1)
        for byte in raw[..<host.scheme] { bytes.append(byte.lowercased) }
        let start = bytes.count
        for byte in raw[host.name] { bytes.append(byte.lowercased) }
        hostRange = start..<bytes.count
        bytes.append(contentsOf: raw[host.port])
        if host.port.upperBound == raw.count || raw[host.port.upperBound] != UInt8(ascii: "/") {
            bytes.append(UInt8(ascii: "/"))
        }
        bytes.append(contentsOf: raw[host.port.upperBound...])
        self.bytes = bytes
    }

    /// The parts of an address before its path: the scheme with `://` ends at `scheme`, and `port` is empty for a
    /// default one.
    private static func host(in raw: [UInt8]) -> (scheme: Int, name: Range<Int>, port: Range<Int>)? {
        guard let colon = raw.firstIndex(of: UInt8(ascii: ":")), colon > 0, raw[(colon + 1)...].starts(with: "//".utf8)
        else { return nil }
        let scheme = colon + 3
        let delimiters = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let end = raw[scheme...].firstIndex(where: delimiters.contains) ?? raw.count
        let start = raw[scheme..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? scheme
        var nameEnd = end
        // A colon in brackets is part of an IPv6 address.
        let afterBrackets = raw[start..<end].lastIndex(of: UInt8(ascii: "]")) ?? start
        if let first = raw[afterBrackets..<end].firstIndex(of: UInt8(ascii: ":")),
            raw[(first + 1)..<end].allSatisfy({ $0 &- 0x30 < 10 })
        {
            nameEnd = first
        }
        let port = raw[nameEnd..<end]
        let isDefault = port.elementsEqual((colon == 4 ? ":80" : ":443").utf8) || port.elementsEqual(":".utf8)
        return (scheme, start..<nameEnd, isDefault ? end..<end : nameEnd..<end)
    }

    /// The decoded parameter that a click follows; `nil` for an address that is not a Dynamic Link.
    private static func payload(of bytes: Span<UInt8>) -> [UInt8]? {
        guard let question = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        guard question < end else { return nil }
        let query = bytes.extracting((question + 1)..<end)
        return value(of: "link", in: query) ?? value(of: "deep_link_id", in: query)
    }

    /// The decoded value of a parameter; `nil` if it is absent or empty.
    private static func value(of name: StaticString, in query: Span<UInt8>) -> [UInt8]? {
        var pairs = QueryPairs(from: 0, to: query.count)
        while let pair = pairs.next(in: query) {
            guard pair.separator + 1 < pair.end, query.extracting(pair.start..<pair.separator).equals(name) else {
                continue
            }
            var value: [UInt8] = []
            value.reserveCapacity(pair.end - pair.separator)
            query.extracting((pair.separator + 1)..<pair.end).forEachPercentDecoded { value.append($0) }
            return value
        }
        return nil
    }
}

extension LinkRecord {
    /// The destination.
    public var destination: LinkDestination { LinkDestination(ofLongLink: longLink) }
}
