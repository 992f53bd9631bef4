import ByteText

/// Validates an origin in the form that browsers send (RFC 6454, section 6.2), since origins are compared byte by byte.
enum OriginCheck {
    /// Whether a text is `http://` or `https://`, a lowercase host, and a port unless it is the scheme's default.
    static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let authority = text.dropFirst(scheme.count)
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let colon = authority[(bracket ?? authority.startIndex)...].firstIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)]
        guard isHost(host) else { return false }
        guard let colon else { return true }
        let digits = authority[colon...].dropFirst()
        guard let port = UInt16(digits), String(port) == digits else { return false }
        return port != (scheme == "https://" ? 443 : 80) && port > 0
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return IPAddress(String(host.dropFirst().dropLast()))?.family == .v6
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy {
                    ($0.isAlphanumeric && !(0x41...0x5A).contains($0)) || $0 == 0x2D || $0 == 0x5F
                }
        }
    }
}
