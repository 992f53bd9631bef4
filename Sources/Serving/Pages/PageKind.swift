/// The pages that are served in place of a redirect, and the policy of each.
public enum PageKind: String, Sendable, CaseIterable {
    /// A button between the link and the app, which a person has to tap.
    case interstitial
    /// What is wrong with the link or the request.
    case error
    /// For scanners and previews of action links: no link to follow, nothing secret.
    case `static`
    /// For unfurlers: title, description and image of the link.
    case social
    /// The `d=1` page: what the link would do on each platform.
    case debug

    /// The value of the field `Content-Security-Policy` (W3C CSP 3).
    ///
    /// Nothing is loaded or run. The one style sheet is allowed by its hash. Only ``social`` shows a picture, and only from
    /// an https address.
    public var contentSecurityPolicy: [UInt8] { self == .social ? Self.policyWithPicture : Self.policy }

    /// The lines of the fields `Content-Type` and `Content-Security-Policy`, each with its end.
    public var fieldLines: [UInt8] { self == .social ? Self.linesWithPicture : Self.lines }

    private static let policy = makePolicy("")
    private static let policyWithPicture = makePolicy("img-src https:; ")
    private static let lines = makeLines(policy)
    private static let linesWithPicture = makeLines(policyWithPicture)

    private static func makeLines(_ policy: [UInt8]) -> [UInt8] {
        Array("Content-Type: text/html; charset=utf-8\r\nContent-Security-Policy: ".utf8) + policy + Array("\r\n".utf8)
    }

    private static func makePolicy(_ more: String) -> [UInt8] {
        Array(
            """
            default-src 'none'; style-src '\(PageStyle.hash)'; \(more)form-action 'none'; base-uri 'none'; \
            frame-ancestors 'none'
            """.utf8)
    }
}
