import ByteText

/// A link typed or pasted by a user.
public enum TypedLink {
    /// The link with its scheme, which lists and browsers omit: `go.example.com/CODE`. Any other text, including a link with a
    /// scheme, is returned unchanged.
    public static func withScheme(_ text: String) -> String {
        let authority = text.prefix { !"/?#".contains($0) }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        // A port may follow a colon, unless the word before it is a scheme (`com.example.app:/path`).
        guard let host = parts.first, isDomain(host), parts.count == 1 || parts.count == 2 && UInt16(parts[1]) != nil
        else { return text }
        return "https://\(text)"
    }

    /// Whether a text has the form of a domain: labels in any script, separated by dots.
    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
    }
}
