import ByteText
import OpenSSL

/// The content security policy of a page (W3C CSP 3), computed from its contents.
///
/// No scripts run except, by hash, the one on pages that copy a token. The style sheet is allowed by hash, and the
/// site's icon if there is one. Only social pages show another image, and only from an https address. Only the page for a
/// password has a form, whose response leads to any target: browsers apply `form-action` to redirects as well.
struct PagePolicy: Sendable {
    /// The source expression for the style sheet of each kind of page, by ``PageKind/index``.
    private let styleHashes: [String]
    private let hasIcon: Bool
    private let copiesToken: Bool

    init(styles: [String], hasIcon: Bool, copiesToken: Bool = false) {
        styleHashes = styles.map(Self.hash)
        self.hasIcon = hasIcon
        self.copiesToken = copiesToken
    }

    /// The value of the `Content-Security-Policy` field.
    func policy(of kind: PageKind) -> String {
        var sources: [String] = []
        if hasIcon { sources.append("'self'") }
        if kind == .social { sources.append("https:") }
        let images = sources.isEmpty ? "" : "img-src \(sources.joined(separator: " ")); "
        let scripts = copiesToken && kind == .interstitial ? "script-src '\(Self.hash(of: TokenCopy.script))'; " : ""
        let forms = kind == .password ? "http: https:" : "'none'"
        return """
            default-src 'none'; style-src '\(styleHashes[kind.index])'; \(scripts)\(images)form-action \(forms); base-uri 'none'; \
            frame-ancestors 'none'
            """
    }

    /// The `Content-Type` and `Content-Security-Policy` field lines, each with its CRLF.
    func fieldLines(of kind: PageKind) -> [UInt8] {
        Array("Content-Type: text/html; charset=utf-8\r\nContent-Security-Policy: \(policy(of: kind))\r\n".utf8)
    }

    /// The SHA-256 of a style sheet or script as a hash source in Base64 (W3C CSP 3, section 2.3.1).
    private static func hash(of text: String) -> String {
        let digits = Base64URL.encode(Digest.sha256(Array(text.utf8).span).span)
        let base64 = String(decoding: digits, as: UTF8.self).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        // The last of 11 groups encodes two of the 32 bytes.
        return "sha256-\(String(base64))="
    }
}
