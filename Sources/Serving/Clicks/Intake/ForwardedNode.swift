import ByteText

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
