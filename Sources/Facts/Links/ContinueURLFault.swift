/// The reason why a continue URL is rejected although it is a valid web address.
public enum ContinueURLFault: Sendable, Equatable, CaseIterable {
    /// Its domain is not on the list of authorized domains, and it is not a link of the site.
    case unlisted
    /// It is on one of the site's link domains, but outside of the domain's path prefixes.
    case besideLinks
    /// It uses http, on an authorized domain.
    case notHTTPS
    /// It leads to a loopback address.
    case loopback

    /// The error message, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .unlisted: "The continue URL's domain is not on the site's list of authorized domains."
        case .besideLinks:
            "The continue URL is on a link domain of the site but is not one of its links, and the domain is not authorized."
        case .notHTTPS:
            "The continue URL's domain is authorized, but the URL is not https; the site option http_continue_urls allows http."
        case .loopback: "The continue URL leads to localhost, which is allowed in development only."
        }
    }
}
