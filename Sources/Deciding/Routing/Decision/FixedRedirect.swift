package import ByteText
package import Links

/// A redirect that is the same for all clicks on a link, independent of the client, its device, place and time.
package struct FixedRedirect: Sendable {
    /// The target address.
    package let location: TextRange
    /// The status: 302 unless a rule sets another.
    package let status: UInt16
    /// The address that the link wraps, which is usually the target.
    package let payload: TextRange?
    /// The index of the link's site.
    package let site: Int
    /// Whether the link is in the short-link store rather than in the site's file.
    package let isStored: Bool

    /// The redirect of one click; throws if its response is none, or must not be repeated for others.
    init(_ outcome: borrowing Outcome, of link: TextRange, in arena: borrowing ByteArena) throws(RedirectVariation) {
        let decision = outcome.decision
        if let refusal = decision.refusal { throw .refused(refusal.code) }
        if case .fault(let fault) = decision.error { throw .refused(fault.code) }
        guard let rule = decision.rule, let site = outcome.site else { throw .refused(.unknownLink) }
        guard !decision.carriesAction else { throw .action }
        guard decision.kind == .continueRedirect, decision.page == nil, let location = decision.location else {
            throw .rule(rule)
        }
        guard decision.cache != .noStore else { throw .uncacheable }
        guard !arena[location].equals(arena[link]) else { throw .loop }
        self.location = location
        status = decision.status
        payload = decision.payload
        self.site = site
        isStored = outcome.shortLink != nil
    }
}

/// Why clicks on a link have no ``FixedRedirect``.
package enum RedirectVariation: Error, Equatable {
    /// The link is refused, or replaced by a redirect of its own or of its site.
    case refused(LinkFault.Code)
    /// The link carries an action, and with it a one-time code.
    case action
    /// The link or a rule prohibits caching.
    case uncacheable
    /// The link leads to itself.
    case loop
    /// For some clicks, the rule at this index leads elsewhere, shows a page, or sets another status.
    case rule(Int)
    /// For some clicks, no rule may match.
    case noRule
}
