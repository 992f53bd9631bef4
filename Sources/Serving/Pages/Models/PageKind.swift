/// The pages served instead of a redirect.
public enum PageKind: String, Sendable, CaseIterable {
    /// A page between the link and the app, with a button that a person has to tap.
    case interstitial
    /// The page that explains what is wrong with the link or the request.
    case error
    /// The page for scanners and previews of action links: no link to follow, no secrets.
    case `static`
    /// The page for unfurlers: title, description and image of the link.
    case social
    /// The `d=1` page: the result of the link on each platform.
    case debug
    /// The page that shows the target of a short link before it is followed.
    case preview
    /// The page that asks for the password of a short link.
    case password

    /// The index in tables of kinds.
    var index: Int {
        switch self {
        case .interstitial: 0
        case .error: 1
        case .static: 2
        case .social: 3
        case .debug: 4
        case .preview: 5
        case .password: 6
        }
    }

    /// The template of the whole page.
    ///
    /// - Parameter body: The site's own body, for flat pages.
    func document(body: String?) -> String {
        switch self {
        case .interstitial: InterstitialPage.document(body: body)
        case .error: ErrorPage.document(body: body)
        case .static: StaticPage.document(body: body)
        case .social: SocialPage.document(body: body)
        case .debug: DebugPage.document
        case .preview: PreviewPage.document(body: body)
        case .password: PasswordPage.document()
        }
    }
}
