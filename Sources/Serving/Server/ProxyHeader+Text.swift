import ByteText

/// Version 1: one line of text (section 2.1).
extension ProxyHeader {
    /// `PROXY UNKNOWN`, two IPv6 addresses of maximum length, two ports, and CRLF.
    private static let longestLine = 107

    static func readText(_ bytes: Span<UInt8>) -> Reading {
        guard isBeginning(bytes, of: "PROXY ") else { return .malformed }
        guard let end = bytes.firstIndex(of: 0x0D) else {
            // The line ends with two bytes, CRLF.
            return bytes.count <= longestLine - 2 && isText(bytes) ? .incomplete : .malformed
        }
        guard end + 2 <= longestLine, isText(bytes.extracting(0..<end)) else { return .malformed }
        guard end + 1 < bytes.count else { return .incomplete }
        guard bytes[end + 1] == 0x0A, end > 6, let client = client(bytes.extracting(6..<end)) else { return .malformed }
        return .header(ProxyHeader(client: client), count: end + 2)
    }

    /// `TCP4 192.0.2.1 198.51.100.1 56324 443`, or `UNKNOWN` and whatever follows it.
    private static func client(_ text: Span<UInt8>) -> Client? {
        var words = Words(text)
        let family = words.next()
        if family.equals("UNKNOWN") { return .unknown }
        let isFour = family.equals("TCP4")
        guard isFour || family.equals("TCP6") else { return nil }
        guard let source = address(words.next(), isFour), address(words.next(), isFour) != nil,
            let port = Self.port(words.next()), Self.port(words.next()) != nil, words.isAtEnd
        else { return nil }
        return .address(source, port: port)
    }

    private static func address(_ text: Span<UInt8>, _ isFour: Bool) -> IPAddress? {
        // IPv4-mapped IPv6 addresses are accepted as TCP6, and parsed as IPv4 addresses.
        (text.firstIndex(of: UInt8(ascii: ":")) == nil) == isFour ? IPAddress(text) : nil
    }

    /// A decimal number without leading zeros.
    private static func port(_ digits: Span<UInt8>) -> UInt16? {
        guard (1...5).contains(digits.count), digits[0] != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        return digits.decimalValue.flatMap { UInt16(exactly: $0) }
    }

    /// Whether the bytes are a prefix of a text, or begin with all of it.
    private static func isBeginning(_ bytes: Span<UInt8>, of text: StaticString) -> Bool {
        let count = min(bytes.count, text.utf8CodeUnitCount)
        // Safe: `index` is less than the literal's length.
        for index in 0..<count where unsafe bytes[index] != text.utf8Start[index] { return false }
        return true
    }

    private static func isText(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F { return false }
        return true
    }

    /// Words separated by single spaces.
    private struct Words: ~Escapable {
        private let text: Span<UInt8>
        private var position = 0

        @_lifetime(copy text)
        init(_ text: Span<UInt8>) { self.text = text }

        /// Whether the last word was read.
        var isAtEnd: Bool { position > text.count }

        /// The next word; empty if there is none.
        @_lifetime(copy self)
        mutating func next() -> Span<UInt8> {
            let start = min(position, text.count)
            let end = text.firstIndex(of: 0x20, from: start) ?? text.count
            position = end + 1
            return text.extracting(start..<end)
        }
    }
}
