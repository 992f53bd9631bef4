import ByteText

/// A link as people type or paste it.
public enum TypedLink {
    /// The link with its scheme: lists print links as `go.example.com/CODE`, and browsers show addresses in that way. Any other
    /// text, a link with a scheme among them, stays as it is.
    public static func withScheme(_ text: String) -> String {
        let authority = text.prefix { !"/?#".contains($0) }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        // What follows a colon is a port, unless the word before it is a scheme (`com.example.app:/path`).
        guard let host = parts.first, isDomain(host), parts.count == 1 || parts.count == 2 && UInt16(parts[1]) != nil
        else { return text }
        return "https://\(text)"
    }

    /// Whether a text has the form of a domain: labels with dots between them, in any script.
    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
    }
}
