/// An address that is allowed in a link or a button of a page.
///
/// The caller has checked the address against the rules. This type itself refuses what must never be in an `href`, so
/// that a mistake elsewhere results in a missing page rather than a script: schemes that run or embed something,
/// schemes that are not allowed, and bytes that browsers drop before they read the scheme (WHATWG URL, basic parser).
public struct PageTarget: Sendable, Equatable {
    /// The address, as it is in the attribute before escaping.
    public let address: String

    /// Accepts an address with the scheme `https`, `http`, `intent` or `customScheme`; nil for any other.
    ///
    /// `customScheme` comes from the site's own configuration, never from the link. It is compared without regard to
    /// case, and does not allow a scheme of ``refusedSchemes``.
    public init?(_ address: String, customScheme: String? = nil) {
        guard let scheme = Self.scheme(of: address) else { return nil }
        guard !Self.refusedSchemes.contains(scheme) else { return nil }
        guard Self.webSchemes.contains(scheme) || scheme == "intent" || scheme == customScheme?.lowercased() else {
            return nil
        }
        self.address = address
    }

    /// Whether a browser can load the address without an app and without plain text on the wire.
    var isSecureWeb: Bool { Self.scheme(of: address) == "https" }

    /// Schemes that run a script, embed content or read local files, wherever the address comes from.
    static let refusedSchemes: Set<String> = [
        "javascript", "data", "vbscript", "livescript", "blob", "filesystem", "file", "content", "about",
        "view-source", "chrome", "jar", "resource",
    ]

    private static let webSchemes: Set<String> = ["https", "http"]

    /// The scheme in lower case; nil if the address has none or contains a byte that no serialised URL has.
    private static func scheme(of address: String) -> String? {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address[..<colon]
        guard let first = scheme.utf8.first, isLetter(first) else { return nil }
        guard scheme.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }) else {
            return nil
        }
        return scheme.lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
