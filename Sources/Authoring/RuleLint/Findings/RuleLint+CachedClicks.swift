import ByteText
import Configuration
import Expressions
import Routing
import Rules

/// The effects of caches that answer clicks: uncounted clicks, skewed splits, and disabled links that keep working.
extension RuleLint {
    /// The longest acceptable cache lifetime of a disabled link, in seconds.
    private static let longest = 3_600

    mutating func findCachedClicks() {
        for site in sites.indices {
            let definition = sites[site].definition
            guard let seconds = definition.cacheSeconds else { continue }
            reportCached(
                "redirects of the site \(definition.name)", for: seconds, isLimited: definition.limits != nil,
                at: loaded.places[definition.name]?.cache, path: definition.name)
        }
        for site in sites.indices.map(Optional.some) + [nil] {
            let cached = rules.compactMap { rule in
                rule.site == site ? Self.cacheSeconds(stated: rule).map { (rule, seconds: $0) } : nil
            }
            findCachedClicks(of: cached.filter { $0.seconds <= Self.longest })
            for rule in cached where rule.seconds > Self.longest { findCachedClicks(of: [rule]) }
        }
        for rule in rules where rule.definition.program?.splitsClicks == true { findCachedSplit(rule) }
    }

    /// Reports one finding for all rules, at the first one, since the message is the same for each.
    private mutating func findCachedClicks(of cached: [(rule: LintRule, seconds: Int)]) {
        guard let (first, _) = cached.first, let seconds = cached.map(\.seconds).max() else { return }
        let others = cached.count > 1 ? " and \(counted(cached.count - 1, "other rule"))" : ""
        reportCached(
            "responses of `\(first.name)`\(others)", for: seconds,
            isLimited: sites(of: first).contains { sites[$0].definition.limits != nil },
            at: loaded.locations[first.id], path: first.id)
    }

    private mutating func findCachedSplit(_ rule: LintRule) {
        guard RuleReads(rule.definition).unshareable.isEmpty, let seconds = cacheSeconds(of: rule) else { return }
        report(
            .cachedSplit, rule,
            "`\(rule.name)` splits clicks by `bucket`, and caches keep its responses for \(seconds) s",
            hint: "cached clicks count for no part of the split, and cached clients see changes of it late; "
                + "set `cache: no-store` while the split is measured")
    }

    /// The cache lifetime that a rule sets, in seconds, or `nil` if it sets none or its responses are not cacheable.
    private static func cacheSeconds(stated rule: LintRule) -> Int? {
        guard case .seconds(let seconds) = rule.definition.action.cache,
            RuleReads(rule.definition).unshareable.isEmpty
        else { return nil }
        return seconds
    }

    /// The cache lifetime of a rule's responses in seconds, set by the rule or its site, or `nil` if they are not cached.
    private func cacheSeconds(of rule: LintRule) -> Int? {
        switch rule.definition.action.cache {
        case .seconds(let seconds): seconds
        case .noStore: nil
        case nil: sites(of: rule).compactMap { sites[$0].definition.cacheSeconds }.max()
        }
    }

    private mutating func reportCached(
        _ what: String, for seconds: Int, isLimited: Bool, at location: SourceLocation?, path: String
    ) {
        let isLong = seconds > Self.longest
        report(
            .cachedClicks, at: location, path: path,
            "caches keep \(what) for \(seconds) s: clicks that they answer are neither counted nor logged"
                + (isLimited ? ", and bypass `limits`" : ""),
            hint:
                "changed, disabled and unsafe links stay in caches for as long; purge the caches then"
                + (isLong ? ", or set at most an hour" : ""),
            isLong ? .warning : .note)
    }
}
