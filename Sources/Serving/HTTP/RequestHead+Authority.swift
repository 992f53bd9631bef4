import ByteText

/// `uri-host [ ":" port ]` (RFC 9110, section 4.2), restricted to forms that all parsers agree on.
extension RequestHead {
    /// Parses an authority. Returns the status to refuse the request with, or `nil`.
    ///
    /// A name consists of letters, digits and `-._~`: no userinfo, percent-encoding, or list. The final dot of a fully
    /// qualified name is not part of the host. A literal in brackets is an IPv6 address. The port is a 16-bit number,
    /// or missing.
    mutating func readAuthority(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Status? {
        guard !range.isEmpty else { return .badRequest }
        var index = range.lowerBound
        if bytes[index] == 0x5B {
            guard let end = bytes.extracting(range).firstIndex(of: 0x5D),
                IPAddress(colons: bytes.extracting(range).extracting(1..<end)) != nil
            else { return .badRequest }
            index += end + 1
        } else {
            index = bytes.extracting(0..<range.upperBound).endOfLongRun(of: .unreserved, from: index)
        }
        guard index > range.lowerBound else { return .badRequest }
        let endsInDot = index > range.lowerBound + 1 && bytes[index - 1] == 0x2E && bytes[index - 2] != 0x2E
        host = MessageRange(range.lowerBound..<(endsInDot ? index - 1 : index))
        port = nil
        if index == range.upperBound { return nil }
        guard bytes[index] == 0x3A else { return .badRequest }
        return readPort(bytes.extracting((index + 1)..<range.upperBound))
    }

    /// An empty port is the default port of the scheme (RFC 3986, section 3.2.3).
    private mutating func readPort(_ digits: Span<UInt8>) -> Status? {
        if digits.isEmpty { return nil }
        guard digits.count <= 5, let number = digits.decimalValue, let value = UInt16(exactly: number) else {
            return .badRequest
        }
        port = value
        return nil
    }
}

/// The host and port of a field such as `X-Forwarded-Host`, parsed as strictly as `Host` itself.
public struct Authority: Sendable, Hashable {
    /// The host, in any case: a name, or an IPv6 literal in brackets.
    public let host: Range<Int>
    /// The port, or `nil` if the value has none.
    public let port: Int?

    /// Parses `uri-host [ ":" port ]` (RFC 9110, section 4.2). Returns `nil` for anything else, including a list.
    public init?(_ bytes: Span<UInt8>) {
        var head = RequestHead()
        guard head.readAuthority(bytes, 0..<bytes.count) == nil else { return nil }
        host = head.host.indices
        port = head.port.map(Int.init)
    }
}
