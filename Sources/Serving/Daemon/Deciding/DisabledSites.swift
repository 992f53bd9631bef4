import Links
import Routing

/// The sites whose links an operator has switched off, until a time or until they are switched on again.
struct DisabledSites: Sendable, Equatable {
    /// A site that is off.
    struct Entry: Sendable, Equatable {
        var site: String
        /// When it was switched off, in seconds since the epoch.
        var since: Int64
        /// When it is on again by itself; nil for never.
        var until: Int64?
        /// Who has switched it off.
        var by: String
        /// Why.
        var reason: String

        /// Whether it is off at a time.
        func isOff(at now: Int64) -> Bool { until.map { now < $0 } ?? true }
    }

    /// One for each site, in the order of their names.
    private(set) var entries: [Entry] = []

    /// No site is off.
    init() {}

    /// Switches a site off, or has other words for one that is off.
    mutating func disable(_ entry: Entry) {
        entries.removeAll { $0.site == entry.site }
        entries.append(entry)
        entries.sort { $0.site < $1.site }
    }

    /// Switches a site on; false if it is not off.
    mutating func enable(_ site: String) -> Bool {
        let before = entries.count
        entries.removeAll { $0.site == site }
        return entries.count < before
    }

    /// Forgets the sites that are on again.
    mutating func forgetPast(at now: Int64) { entries.removeAll { !$0.isOff(at: now) } }
}

/// The same for the clicks of one rule set: until when each of its sites is off.
struct SiteSwitches {
    /// By the place of a site in the rule set, in seconds since the epoch; what is past is on.
    private let offUntil: [Int64]

    /// Nil where no site of the rule set is off. Looks at all sites.
    init?(_ disabled: DisabledSites, _ ruleSet: RuleSet) {
        guard !disabled.entries.isEmpty else { return nil }
        var offUntil = [Int64](repeating: .min, count: ruleSet.sites.count)
        for entry in disabled.entries {
            for (index, site) in ruleSet.sites.enumerated() where site.name == entry.site {
                offUntil[index] = entry.until ?? .max
            }
        }
        guard offUntil.contains(where: { $0 > .min }) else { return nil }
        self.offUntil = offUntil
    }

    /// Replaces what was decided for a click on a site that is off by the refusal. What was refused stays so, for its own reason.
    func apply(to outcome: inout Outcome, at now: Int64) {
        guard let site = outcome.site, site < offUntil.count, now < offUntil[site], outcome.decision.kind != .error
        else { return }
        outcome.refuse(LinkFault(.siteDisabled))
    }
}
