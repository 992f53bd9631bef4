/// The counts of the sums by name, the single list used for both writing and reading parts.
extension ReplaySums {
    /// Calls `body` with each array of counts. Their sizes follow from the names of rules and sites.
    mutating func forEachCells<Failure: Error>(
        _ body: (StaticString, inout [Int]) throws(Failure) -> Void
    ) throws(Failure) {
        try body("decisions", &decisions.cells)
        try body("rules", &rules)
        try body("rules_beside", &rulesBeside)
        try body("rules_undecided", &rulesUndecided)
        try body("sites", &sites.cells)
        try body("platforms", &platforms.cells)
        try body("in_apps", &inApps.cells)
        try body("browsers", &browsers.cells)
        try body("countries", &countries.cells)
        try body("bots", &bots.cells)
        try body("pages", &pages.cells)
        try body("faults", &faults)
        try body("warnings", &warnings)
        try body("week", &week.counts)
        try body("untimed", &untimed.cells)
        try body("bypassed", &counts.bypassed)
        try body("omitted", &counts.omitted)
        try body("bad", &counts.faults)
        try body("logged_statuses", &logged.statuses.cells)
        try body("logged_decisions", &logged.decisions.cells)
        var singles = [
            counts.lines, counts.decided, undecided, logged.sameStatus, logged.otherStatus, logged.sameLocation,
            logged.otherLocation,
        ]
        try body("singles", &singles)
        counts.lines = singles[0]
        counts.decided = singles[1]
        undecided = singles[2]
        logged.sameStatus = singles[3]
        logged.otherStatus = singles[4]
        logged.sameLocation = singles[5]
        logged.otherLocation = singles[6]
    }
}

extension ChangeSums {
    /// Calls `body` with each array of counts.
    mutating func forEachCells<Failure: Error>(
        _ body: (StaticString, inout [Int]) throws(Failure) -> Void
    ) throws(Failure) {
        try body("matrix", &matrix.cells)
        try body("changed", &changed.cells)
        try body("differences", &differences)
        try body("rules_before", &byRuleBefore)
        try body("rules_now", &byRuleNow)
        try body("sites", &sites.cells)
        try body("platforms", &platforms.cells)
        try body("expected", &expected)
        var singles = [otherRule, unexpected]
        try body("singles", &singles)
        otherRule = singles[0]
        unexpected = singles[1]
    }
}
