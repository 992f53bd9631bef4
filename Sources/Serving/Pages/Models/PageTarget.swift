public import ByteText

/// An address allowed in a link or button of a page: a slice of the arena that the page is rendered from.
///
/// The caller has checked the address against the rules. In addition, this type rejects everything that must never be
/// in an `href`, so that a bug elsewhere results in a missing page rather than in script execution: schemes that
/// execute or embed content, schemes that are not allowed, and bytes that browsers strip before parsing the scheme
/// (WHATWG URL, basic parser).
public struct PageTarget: Sendable, Equatable {
    /// The address, as in the attribute before escaping.
    public let address: TextRange
    /// Whether a browser can load the address, without an app and without plaintext on the wire.
    let isSecureWeb: Bool

    /// Accepts an address with the scheme `https`, `http`, `intent` or `customScheme`. Returns `nil` for any other.
    ///
    /// `customScheme` comes from the site's own configuration, never from the link. It is compared case-insensitively,
    /// and can't allow any of ``refusedSchemes``.
    public init?(_ address: TextRange, customScheme: String? = nil, in arena: borrowing ByteArena) {
        let bytes = arena[address]
        guard let end = Self.endOfScheme(bytes) else { return nil }
        let scheme = bytes.extracting(0..<end)
        isSecureWeb = scheme.equalsIgnoringCase("https")
        self.address = address
        if isSecureWeb || scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("intent") { return }
        guard let customScheme, scheme.equalsIgnoringCase(utf8Of: customScheme), !Self.isRefused(scheme) else {
            return nil
        }
    }

    /// Schemes that run a script, embed content or read local files, regardless of the source of the address.
    static let refusedSchemes: [StaticString] = [
        "javascript", "data", "vbscript", "livescript", "blob", "filesystem", "file", "content", "about",
        "view-source", "chrome", "jar", "resource",
    ]

    private static func isRefused(_ scheme: Span<UInt8>) -> Bool {
        for refused in refusedSchemes where scheme.equalsIgnoringCase(refused) { return true }
        return false
    }

    /// The index of the colon after the scheme. `nil` if the address has no scheme, or contains a byte not allowed in
    /// URLs.
    private static func endOfScheme(_ address: Span<UInt8>) -> Int? {
        guard address.endOfLongRun(of: .visible) == address.count else { return nil }
        let end = address.endOfRun(of: schemeBytes)
        guard end > 0, end < address.count, address[end] == UInt8(ascii: ":"), address[0].isAlpha else { return nil }
        return end
    }

    private static let schemeBytes = ByteSet.alphanumeric.union(ByteSet("+-."))
}

extension Span<UInt8> {
    /// Whether these are the bytes of a string, ignoring the case of ASCII letters.
    fileprivate func equalsIgnoringCase(utf8Of string: String) -> Bool {
        var index = 0
        for byte in string.utf8 {
            guard index < count, self[index].lowercased == byte.lowercased else { return false }
            index += 1
        }
        return index == count
    }
}
