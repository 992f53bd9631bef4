/// Why people may not go on to a continue URL, although it is a web address.
public enum ContinueURLFault: Sendable, Equatable, CaseIterable {
    /// Its domain is not on the list, and it is none of the site's links.
    case unlisted
    /// It is on a link domain of the site, and below none of the domain's path prefixes.
    case besideLinks
    /// It is http, on a domain that is on the list.
    case notHTTPS
    /// It leads to the machine of whoever follows it.
    case loopback

    /// What is wrong, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .unlisted: "The continue URL's domain is not on the site's list of authorized domains."
        case .besideLinks:
            "The continue URL is on a link domain of the site but is none of its links, and the domain is not on the list of authorized domains."
        case .notHTTPS:
            "The continue URL's domain is authorized, but the URL is http and not https; only the site option http_continue_urls allows that."
        case .loopback: "The continue URL leads to localhost, which is allowed in development only."
        }
    }
}
