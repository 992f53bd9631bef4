import ByteText

/// Validates an origin in the form that browsers send (RFC 6454, section 6.2), since origins are compared byte by byte.
enum OriginCheck {
    /// Whether a text is `http://` or `https://`, a lowercase host, and a port unless it is the scheme's default.
    static func isOrigin(_ text: String) -> Bool {
        let parts = AddressParts(text)
        guard parts.isWeb, let scheme = parts.scheme, let host = parts.host, let authority = parts.authority,
            text == "\(scheme)://\(authority)", isHost(host)
        else { return false }
        guard let digits = parts.port else { return true }
        guard let port = UInt16(digits), String(port) == digits else { return false }
        return port != (scheme == "https" ? 443 : 80) && port > 0
    }

    private static func isHost(_ host: String) -> Bool {
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
