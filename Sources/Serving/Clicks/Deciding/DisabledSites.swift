import Links
import Routing

/// The sites whose links an operator has disabled, until a given time or until they are enabled again.
package struct DisabledSites: Sendable, Equatable {
    /// A disabled site.
    package struct Entry: Sendable, Equatable {
        package var site: String
        /// When it was disabled, in seconds since the epoch.
        package var since: Int64
        /// When it is enabled again automatically; `nil` for never.
        package var until: Int64?
        /// The user who disabled it.
        package var by: String
        /// The reason.
        package var reason: String

        package init(site: String, since: Int64, until: Int64?, by: String, reason: String) {
            (self.site, self.since, self.until) = (site, since, until)
            (self.by, self.reason) = (by, reason)
        }

        /// Whether it is disabled at a time.
        func isOff(at now: Int64) -> Bool { until.map { now < $0 } ?? true }
    }

    /// One entry per site, sorted by name.
    package private(set) var entries: [Entry] = []

    /// No disabled sites.
    package init() {}

    /// Disables a site, or replaces the entry of a disabled one.
    package mutating func disable(_ entry: Entry) {
        entries.removeAll { $0.site == entry.site }
        entries.append(entry)
        entries.sort { $0.site < $1.site }
    }

    /// Enables a site; `false` if it is not disabled.
    package mutating func enable(_ site: String) -> Bool {
        let before = entries.count
        entries.removeAll { $0.site == site }
        return entries.count < before
    }

    /// Removes the entries that have expired.
    package mutating func forgetPast(at now: Int64) { entries.removeAll { !$0.isOff(at: now) } }
}

/// The disabled sites of one rule set.
struct SiteSwitches {
    /// The end of each site's entry, by the index in the rule set, in seconds since the epoch. A past time means enabled.
    private let offUntil: [Int64]

    /// `nil` if no site of the rule set is disabled. Iterates over all sites.
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

    /// Refuses a click on a disabled site. A click that is already refused keeps its reason.
    func apply(to outcome: inout Outcome, at now: Int64) {
        guard let site = outcome.site, site < offUntil.count, now < offUntil[site], outcome.decision.kind != .error
        else { return }
        outcome.refuse(LinkFault(.siteDisabled))
    }
}
