/// The pages that are served in place of a redirect, and the policy that goes out with each.
public enum PageKind: String, Sendable, CaseIterable {
    /// A real tap stands between the link and the app.
    case interstitial
    /// What is wrong with the link or the request.
    case error
    /// For scanners and previews of action links: nothing to follow, nothing secret.
    case `static`
    /// For unfurlers: title, description and image of the link.
    case social
    /// The `d=1` flowchart: what the link would do on each platform.
    case debug

    /// The value of the field `Content-Security-Policy` (W3C CSP 3).
    ///
    /// Nothing is loaded or run. The one style sheet is allowed by its hash, which stands here as a literal and is
    /// compared with the style sheet by a test. Only ``social`` shows a picture, and only from an https address.
    public var contentSecurityPolicy: StaticString {
        switch self {
        case .interstitial, .error, .static, .debug:
            """
            default-src 'none'; style-src 'sha256-+OFzLub+B+uxQKJYjlDB03wH9sDzJAwYAKLYT8Uqh78='; \
            form-action 'none'; base-uri 'none'; frame-ancestors 'none'
            """
        case .social:
            """
            default-src 'none'; style-src 'sha256-+OFzLub+B+uxQKJYjlDB03wH9sDzJAwYAKLYT8Uqh78='; \
            img-src https:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'
            """
        }
    }
}
