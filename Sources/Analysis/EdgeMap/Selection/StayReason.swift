public import LinkStore

/// Why a link is not exported: its clicks continue to reach the daemon.
public enum StayReason: Error, Hashable, Sendable {
    /// The link has a value of this field, which a table can't enforce.
    case field(LinkField)
    /// The link is refused, for the reason with this code.
    case refused(String)
    /// The link or its target contains a one-time code, a key or an email address.
    case secret
    /// The link or a rule prohibits caching.
    case uncacheable
    /// The link leads to itself.
    case loop
    /// This rule may decide a click in another way than the others.
    case rule(String)
    /// For some clicks, no rule may match.
    case noRule
    /// A client with this user agent is led elsewhere.
    case agent(String)
    /// The site limits the rate of clicks.
    case siteLimit
    /// The table's treatment of queries differs from the site's.
    case query
    /// The site's apps resolve links as JSON, which the table would answer with a redirect.
    case apps
    /// The table can't express this status.
    case status(Int)
    /// The table can't express the link or its target.
    case notation
    /// The table contains a link that differs only in case.
    case otherCase

    /// The reason, as the end of the sentence "3 links stay: …".
    public var text: String {
        switch self {
        case .field(let field): "\(field.name) is set"
        case .refused(let code): "refused (\(code))"
        case .secret: "contains a one-time code, a key or an email address"
        case .uncacheable: "the link or a rule prohibits caching"
        case .loop: "leads to itself"
        case .rule(let id): "rule \(id) depends on more than the link, or shows a page"
        case .noRule: "no rule decides for certain"
        case .agent(let agent): "led elsewhere with the user agent \(agent)"
        case .siteLimit: "the site limits the rate of clicks (limits)"
        case .query: "the site and the table treat a click's query differently (pass_through, pass_parameters)"
        case .apps: "the site's apps resolve links as JSON, which this table can't pass on"
        case .status(let status): "status \(status), which this table can't express"
        case .notation: "the link or its target has characters or a length that this table can't express"
        case .otherCase: "differs from an exported link only in case"
        }
    }
}
