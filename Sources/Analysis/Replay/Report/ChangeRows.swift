/// Changed clicks that were decided by one rule, and are now decided by another or by none.
struct RuleChange: Sendable, Equatable {
    /// `nil` for no rule.
    var before: String?
    var now: String?
    var count: Int
}

extension ChangeSums {
    /// The ratio of changed clicks to all clicks.
    var share: Double { comparedCount == 0 ? 0 : Double(changedCount) / Double(comparedCount) }

    /// The pairs of rules between which clicks moved, by descending count; `nil` if there were too many to count.
    func ruleChanges(_ now: RuleSetNames) -> [RuleChange]? {
        pairs.counts?.map { pair, count in
            RuleChange(
                before: pair.before < before.rules.count ? before.rules[pair.before] : nil,
                now: pair.now < now.rules.count ? now.rules[pair.now] : nil, count: count)
        }.sorted { ($1.count, $0.before ?? "", $0.now ?? "") < ($0.count, $1.before ?? "", $1.now ?? "") }
    }

    /// The pairs of rules as rows; empty if there were too many to count.
    func ruleMoves(_ now: RuleSetNames) -> [ReportRow] {
        (ruleChanges(now) ?? []).map {
            ReportRow(name: "\($0.before ?? ReplaySums.none) → \($0.now ?? ReplaySums.none)", count: $0.count)
        }
    }

    /// All sampled changes, by decision before and now.
    var allSamples: [ChangeSample] { samples.flatMap(\.elements) }
}
