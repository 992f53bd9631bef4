import OpenSSL

/// The Content Security Policy of all pages (W3C CSP Level 3). It allows the style sheet by its hash, and scripts,
/// images and requests from this listener only; the form of a link also shows pictures from elsewhere.
enum ConsolePolicy {
    static let text = policy(pictures: "'self'")
    /// The policy of pages that show the pictures of link previews, which are on other hosts.
    static let withPictures = policy(pictures: "'self' https:")

    private static func policy(pictures: String) -> String {
        "default-src 'none'; script-src 'self'; style-src '\(hash(of: ConsoleStyle.text))'; img-src \(pictures); "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }

    /// The hash source expression for an inline text (section 2.3.1): its SHA-256 in Base64.
    static func hash(of text: String) -> String {
        let digest = Digest.sha256(Array(text.utf8).span)
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var base64 = ""
        for start in stride(from: 0, to: digest.count, by: 3) {
            let group = digest[start..<min(start + 3, digest.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { base64.append(digits[bits >> (18 - 6 * place) & 63]) }
        }
        // The last of the 11 groups holds two of the 32 bytes.
        return "sha256-\(base64)="
    }
}
