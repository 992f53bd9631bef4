/// The pages that are served in place of a redirect.
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
    /// Where a short link leads, for people who look before they go.
    case preview

    /// The place among all kinds, for tables.
    var index: Int {
        switch self {
        case .interstitial: 0
        case .error: 1
        case .static: 2
        case .social: 3
        case .debug: 4
        case .preview: 5
        }
    }

    /// The template of the whole page.
    ///
    /// - Parameter body: A site's own, of a page that is flat.
    func document(body: String?) -> String {
        switch self {
        case .interstitial: InterstitialPage.document(body: body)
        case .error: ErrorPage.document(body: body)
        case .static: StaticPage.document(body: body)
        case .social: SocialPage.document(body: body)
        case .debug: DebugPage.document
        case .preview: PreviewPage.document(body: body)
        }
    }
}
