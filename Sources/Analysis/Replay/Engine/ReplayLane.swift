import DecisionCache
import Locations
import LogFormats
import Routing

/// One core's evaluator and visitor for the lines of one rule set.
struct ReplayLane<Visitor: ReplayVisitor> {
    let evaluator: CachingEvaluator
    let locationReads: LocationReads
    /// `nil` if no location is read.
    let locations: Locations?
    var visitor: Visitor

    init(_ evaluator: CachingEvaluator, _ settings: ReplaySettings, _ visitor: Visitor) {
        self.evaluator = evaluator
        // Reports count the countries even if no rule reads them.
        locationReads = LocationReads(evaluator.evaluator.ruleSet).union(
            LocationReads((settings.selection.condition?.facts ?? []) + [.requestCountry]))
        locations = locationReads.isEmpty ? nil : settings.locations
        self.visitor = visitor
    }
}

/// The results of one worker.
struct WorkerResult<Sums: Sendable>: Sendable {
    /// Of each lane.
    var sums: [Sums]
    var tallies: [Int32: ReadingTally]
    var samples: BadLineSamples
    var caches: CacheCounts
    /// The number of lines whose rules are not kept, by hash.
    var missing: [String: Int]
}
