import Links

/// A site's redirects for clicks that match none of its links, by their index among the rules of the rule set.
///
/// They are not tried like other rules: each replaces a refusal.
struct StrayRules: Sendable {
    private var root: Int?
    private var notFound: Int?
    private var coversGone: Bool

    /// Appends the redirects of a site to the rules of its rule set.
    init(_ site: SiteDefinition, appendingTo rules: inout [RuleDefinition]) {
        func append(_ rule: RuleDefinition?) -> Int? {
            guard let rule else { return nil }
            rules.append(rule)
            return rules.count - 1
        }
        root = append(site.root)
        notFound = append(site.notFound)
        coversGone = site.notFoundCoversGone
    }

    /// The redirect for a link domain opened without a link.
    var forRoot: Int? { root }

    /// The redirect that replaces the refusal of a short link. `nil` for a link that is not active yet or can't be
    /// looked up now: it may work later, so its refusal applies.
    func replacing(_ code: LinkFault.Code) -> Int? {
        switch code {
        case .unknownLink: notFound
        case .linkExpired, .linkUsedUp, .linkDisabled, .linkDeleted: coversGone ? notFound : nil
        default: nil
        }
    }
}
