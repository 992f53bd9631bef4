extension RuleSetNames {
    /// The names of several rule sets, each once: those of the first list first.
    init(joining all: [RuleSetNames]) {
        func joined(_ lists: [[String]]) -> [String] {
            var known: Set<String> = []
            return lists.flatMap { $0.filter { known.insert($0).inserted } }
        }
        let hashes = joined(all.map { [$0.hash] })
        self.init(
            hash: hashes.joined(separator: ", "), rules: joined(all.map(\.rules)), sites: joined(all.map(\.sites)))
    }

    /// The number of rule sets.
    var count: Int { hash.split(separator: ",").count }

    /// The rule set in a heading: `rules sha256:0f3c5e9a1b2c…`.
    var title: String { count == 1 ? "rules \(hash.prefix(19))…" : "\(count) rule sets, each for its time" }
}

/// The places of the names of one rule set among those of several.
private struct Renaming {
    let rules: [Int]
    let sites: [Int]
    let names: RuleSetNames

    init(_ own: RuleSetNames, to names: RuleSetNames) {
        func places(_ own: [String], _ all: [String]) -> [Int] {
            let known = Dictionary(zip(all, all.indices)) { first, _ in first }
            // The last place is for none.
            return own.map { known[$0] ?? all.count } + [all.count]
        }
        rules = places(own.rules, names.rules)
        sites = places(own.sites, names.sites)
        self.names = names
    }

    /// Counts by rule. Without an entry for no rule, there is none in the result.
    func byRule(_ counts: [Int]) -> [Int] {
        var result = [Int](repeating: 0, count: names.rules.count + (counts.count == rules.count ? 1 : 0))
        for (index, count) in counts.enumerated() { result[rules[index]] += count }
        return result
    }

    func bySite(_ counts: DecisionCounts) -> DecisionCounts {
        var result = DecisionCounts(keys: names.sites.count + 1)
        for site in 0..<counts.keys {
            for (kind, count) in counts[site].enumerated() { result.add(sites[site], kind, count) }
        }
        return result
    }
}

extension ReplaySums {
    /// Adds the sums of lines decided by several rule sets: rules and sites of the same name count as one.
    init(joining all: [ReplaySums]) throws(SumsMismatch) {
        let names = RuleSetNames(joining: all.map(\.names))
        let before = RuleSetNames(joining: all.compactMap { $0.changes?.before })
        var sums: ReplaySums?
        for one in all {
            var renamed = one.renamed(to: names)
            renamed.changes = renamed.changes?.renamed(before: before)
            if sums == nil { sums = renamed } else { try sums?.merge(renamed) }
        }
        self = sums ?? ReplaySums(names)
    }

    private func renamed(to names: RuleSetNames) -> ReplaySums {
        guard names != self.names else { return self }
        let renaming = Renaming(self.names, to: names)
        var sums = ReplaySums(names, countsOf: self)
        sums.rules = renaming.byRule(rules)
        sums.rulesBeside = renaming.byRule(rulesBeside)
        sums.rulesUndecided = renaming.byRule(rulesUndecided)
        sums.sites = renaming.bySite(sites)
        return sums
    }
}

extension ChangeSums {
    /// The sums with other names of the rule set compared with.
    fileprivate func renamed(before names: RuleSetNames) -> ChangeSums {
        guard names != before else { return self }
        let renaming = Renaming(before, to: names)
        var sums = ChangeSums(before: names, countsOf: self)
        sums.byRuleBefore = renaming.byRule(byRuleBefore)
        sums.pairs = pairs.renamed { renaming.rules[$0] }
        return sums
    }
}
