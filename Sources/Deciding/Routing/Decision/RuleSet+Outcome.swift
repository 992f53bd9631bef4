public import ByteText
import Devices
import Links
import PageDesign

/// Properties of a rule set's own outcomes.
extension RuleSet {
    /// The client hints that a site requests from browsers that support them.
    public func askedHints(of site: Int) -> AskedHints? { compiledSites[site].askedHints }

    /// The scheme that opens the Apple app of a decision, as the site configures it: `custom_scheme`, or the bundle ID.
    /// `nil` if the decision involves none of the site's Apple apps.
    ///
    /// A decision for a Mac that may be an iPad names no app. In that case it is the app whose own scheme the button
    /// uses.
    public func appScheme(of outcome: Outcome, in arena: borrowing ByteArena) -> String? {
        guard let site = outcome.site else { return nil }
        let known = compiledSites[site]
        if let id = outcome.decision.app?.id {
            return known.app(.ios, id: arena[id]).map { known.apps[$0].scheme }
        }
        guard outcome.decision.needsTouch, let button = outcome.decision.appLocation.map({ arena.string($0) }) else {
            return nil
        }
        return known.apps.first {
            $0.store == .ios && $0.definition.customScheme != nil && button.hasPrefix($0.scheme + ":")
        }?
        .scheme
    }

    /// The App Store ID of an outcome's app for a Smart App Banner; `nil` if it has none or the site's pages have no banner.
    public func bannerID(of outcome: Outcome, in arena: borrowing ByteArena) -> String? {
        guard let site = outcome.site, sites[site].pages?.appBanner ?? true, let id = outcome.decision.app?.id else {
            return nil
        }
        let known = compiledSites[site]
        return known.app(.ios, id: arena[id]).flatMap { known.apps[$0].definition.appStoreID }
    }
}

extension RuleSet {
    /// The fault's or the rule's error message, as a sentence, including the fault of a click that is redirected
    /// because of it. Contains no part of the link.
    public func message(of decision: Decision) -> String? {
        switch decision.error {
        case .fault(let fault): fault.message
        case .rule(let rule): message(ofRule: rule)
        case nil: decision.refusal?.message
        }
    }

    /// Appends ``message(of:)``; empty if there is none. Does not allocate if the arena has room.
    public func appendMessage(of decision: borrowing Decision, to arena: inout ByteArena) -> TextRange {
        switch decision.error {
        case .fault(let fault): fault.appendMessage(to: &arena)
        case .rule(let rule): message(ofRule: rule).map { arena.append($0) } ?? .empty
        case nil: .empty
        }
    }

    private func message(ofRule rule: Int) -> String? {
        guard case .error(_, _, let message) = rules[rule].action.outcome else { return nil }
        return message
    }
}

extension RuleSet {
    /// The host that the page of an outcome is served on. If the page's button is the clicked link, this is a host
    /// other than the link's. Otherwise it is the link's host if links are on it, else its site's first link domain,
    /// else the site's first host of mail links. `nil` for an unknown host, and for a site with neither.
    ///
    /// - Parameter host: The host of the link, in lower case.
    public func pageHost(of outcome: borrowing Outcome, for host: Span<UInt8>) -> PageHost? {
        if outcome.decision.opensByLink, let site = outcome.site,
            let other = compiledSites[site].pageHost(for: host)
        {
            return .other(other)
        }
        let roles = hosts.roles(of: host)
        let hasLinks = roles.contains { role in
            switch role.role {
            case .links, .hosting: true
            case .handler: false
            }
        }
        if hasLinks { return .same }
        guard let site = roles.first.map({ sites[$0.site] }) else { return nil }
        let domain = site.hosts.first.map { String($0.prefix { $0 != "/" }) } ?? site.hosting.first
        return domain.map { .other($0) }
    }

    /// The host that serves the pages about a host's links.
    public enum PageHost: Sendable, Equatable {
        case same
        case other(String)
    }
}
