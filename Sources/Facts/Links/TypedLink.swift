import ByteText

/// A link typed or pasted by a user.
public enum TypedLink {
    /// The link with its scheme, which lists and browsers omit: `go.example.com/CODE`. Any other text, including a link with a
    /// scheme, is returned unchanged.
    public static func withScheme(_ text: String) -> String {
        let parts = AddressParts("//" + text)
        // A port may follow a colon, unless the word before it is a scheme (`com.example.app:/path`).
        guard parts.userInfo == nil, let host = parts.host, isDomain(host), UInt16(parts.port ?? "0") != nil
        else { return text }
        return "https://\(text)"
    }

    /// Whether a text has the form of a domain: labels in any script, separated by dots.
    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
    }
}
