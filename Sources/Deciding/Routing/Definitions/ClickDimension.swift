public import ByteText

/// A property by which clicks are counted. The raw values are those in files.
public enum ClickDimension: UInt8, Word {
    /// The country, two letters of ISO 3166-1.
    case country = 0
    /// The app whose in-app browser sent the click.
    case inApp = 1
    /// The browser.
    case browser = 2
    /// The host of the page that had the link.
    case referrer = 3
    /// The preferred language, the primary subtag of RFC 5646.
    case language = 4
    /// The deciding rule; the arms of a split are rules.
    case rule = 5
    /// The link. A site always counts by it.
    case link = 6

    /// The spelling in sites and queries.
    public var name: StaticString {
        switch self {
        case .country: "country"
        case .inApp: "in_app"
        case .browser: "browser"
        case .referrer: "referrer"
        case .language: "language"
        case .rule: "rule"
        case .link: "link"
        }
    }

    /// The dimensions that a site chooses from.
    public static let chosen = allCases.filter { $0 != .link }
}
