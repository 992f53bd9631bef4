package import Access
package import ByteText
package import HTTP
import Libevent
package import Server

/// The origin of a request as reported by a trusted peer: the client's address, and the host that it requested.
///
/// All listeners apply the same rules. Peers that are not trusted are ignored. A trusted peer uses `X-Forwarded-…` or
/// `Forwarded` (RFC 7239); if both are present, one of them may be the client's own, so both are ignored and the address is
/// unknown. The rightmost address that is not itself trusted is the client's; everything to the left of it is unverified. If
/// an address can't be parsed, the client is unknown; it is never guessed. Host and scheme are used if they occur once and
/// are well-formed.
package struct Forwarding {
    package enum Client: Equatable {
        /// Not reported: the peer itself is the client.
        case peer
        case address(IPAddress)
        case unknown
    }

    package private(set) var client = Client.peer
    /// The host that the client requested, in lower case; `nil` if only `Host` is known.
    private(set) var host: TextRange?
    private(set) var port: Int?
    /// Whether the client used https; `nil` if not reported.
    private(set) var isSecure: Bool?

    /// Nothing reported.
    init() {}

    /// Reads what the peer of a request reports. The host is copied into the arena.
    ///
    /// - Parameter readsStandard: Whether `Forwarded` is read; proxies at the edge use `X-Forwarded-…` only.
    package init(
        _ request: borrowing Request, from peer: Peer, trusted: TrustedPeers, readsStandard: Bool = true,
        in arena: inout ByteArena
    ) {
        guard trusted.contains(peer) else { return }
        let hasOld =
            request.fieldIndex(of: "x-forwarded-for") != nil || request.fieldIndex(of: "x-forwarded-host") != nil
            || request.fieldIndex(of: "x-forwarded-proto") != nil
        guard readsStandard, request.fieldIndex(of: "forwarded") != nil else {
            if hasOld { readOldFields(request, trusted, &arena) }
            return
        }
        client = .unknown
        if !hasOld { readForwarded(request, trusted, &arena) }
    }

    // MARK: - X-Forwarded-…

    private mutating func readOldFields(
        _ request: borrowing Request, _ trusted: TrustedPeers, _ arena: inout ByteArena
    ) {
        if let host = request.onlyValue(of: "x-forwarded-host") { parse(host: host, &arena) }
        if let proto = request.onlyValue(of: "x-forwarded-proto") { parse(proto: proto) }
        var index = request.fieldCount - 1
        while index >= 0 {
            if request.fieldName(index).equalsIgnoringCase("x-forwarded-for"),
                isDecided(by: request.fieldValue(index), trusted)
            {
                return
            }
            index -= 1
        }
    }

    /// Searches a list from its right end; `true` if the client is found, or can't be determined.
    private mutating func isDecided(by list: Span<UInt8>, _ trusted: TrustedPeers) -> Bool {
        var end = list.count
        while end >= 0 {
            var start = end
            while start > 0, list[start - 1] != UInt8(ascii: ",") { start -= 1 }
            let node = list.extracting(start..<end).trimmed
            guard let address = ForwardedNode.address(node) else {
                client = .unknown
                return true
            }
            client = .address(address)
            guard trusted.contains(address) else { return true }
            end = start - 1
        }
        return false
    }

    // MARK: - Forwarded

    private mutating func readForwarded(
        _ request: borrowing Request, _ trusted: TrustedPeers, _ arena: inout ByteArena
    ) {
        var index = request.fieldCount - 1
        while index >= 0 {
            if request.fieldName(index).equalsIgnoringCase("forwarded") {
                let line = request.fieldValue(index)
                var (chosen, isFound) = (ForwardedElements.Element(), false)
                guard choose(from: line, trusted, &chosen, &isFound) else {
                    client = .unknown
                    (host, port, isSecure) = (nil, nil, nil)
                    return
                }
                (host, port, isSecure) = (nil, nil, nil)
                if let host = chosen.host { parse(host: line.extracting(host), &arena) }
                if let proto = chosen.proto { parse(proto: line.extracting(proto)) }
                if isFound { return }
            }
            index -= 1
        }
    }

    /// Finds the last element of a line that is not from a trusted peer, or else the first; `false` if the line is malformed.
    private mutating func choose(
        from line: Span<UInt8>, _ trusted: TrustedPeers, _ chosen: inout ForwardedElements.Element,
        _ isFound: inout Bool
    ) -> Bool {
        var elements = ForwardedElements()
        var isFirst = true
        while let element = elements.next(in: line) {
            let address = element.node.flatMap { ForwardedNode.address(line.extracting($0)) }
            let isHop = address.map { trusted.contains($0) } ?? false
            if !isHop || isFirst {
                chosen = element
                client = address.map { .address($0) } ?? .unknown
                isFound = !isHop
            }
            isFirst = false
        }
        return !elements.isMalformed && !isFirst
    }

    // MARK: - Values

    private mutating func parse(host text: Span<UInt8>, _ arena: inout ByteArena) {
        guard let authority = Authority(text) else { return }
        let mark = arena.count
        for index in authority.host { arena.append(text[index].lowercased) }
        host = arena.piece(from: mark)
        port = authority.port
    }

    private mutating func parse(proto: Span<UInt8>) {
        if proto.equalsIgnoringCase("https") { isSecure = true }
        if proto.equalsIgnoringCase("http") { isSecure = false }
    }
}

extension Span<UInt8> {
    /// Trims surrounding whitespace (RFC 9110, section 5.6.3).
    fileprivate var trimmed: Span<UInt8> {
        @_lifetime(copy self) get {
            var (start, end) = (0, count)
            while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
            while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
            return extracting(start..<end)
        }
    }
}

/// One hop of `X-Forwarded-For` or `Forwarded`: an address with an optional port.
enum ForwardedNode {
    /// The address; `nil` for `unknown`, for `_hidden`, and for anything that is not a node (RFC 7239, section 6).
    ///
    /// `X-Forwarded-For` is not standardized: IPv6 is written with or without brackets, and some proxies add a port.
    static func address(_ node: Span<UInt8>) -> IPAddress? {
        guard !node.isEmpty else { return nil }
        if node[0] == UInt8(ascii: "[") {
            guard let end = node.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            guard isPort(node.extracting((end + 1)..<node.count)) else { return nil }
            let address = IPAddress(node.extracting(1..<end))
            return address.map(\.isIPv4) == false ? address : nil
        }
        if let colon = node.firstIndex(of: UInt8(ascii: ":")),
            node.firstIndex(of: UInt8(ascii: ":"), from: colon + 1) == nil
        {
            guard isPort(node.extracting(colon..<node.count)) else { return nil }
            return IPAddress(node.extracting(0..<colon))
        }
        return IPAddress(node)
    }

    /// Whether the text is empty, or a colon and a number with at most five digits.
    private static func isPort(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return true }
        guard text[0] == UInt8(ascii: ":"), (2...6).contains(text.count) else { return false }
        for index in 1..<text.count where !text[index].isDigit { return false }
        return true
    }
}
