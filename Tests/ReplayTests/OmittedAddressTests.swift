import ByteText
import DecisionCache
import LogFormats
import Routing
import TestSupport
import Testing

@testable import Replay

/// A report reads few addresses, so most are never written. That must not be visible.
@Suite("Addresses that are not read")
struct OmittedAddressTests {
    @Test("are empty, and nothing else of a decision is another, from the caches and without them")
    func onlyAddresses() throws {
        let ruleSet = try TestRules.shipped()
        let (evaluator, caching) = (
            try Evaluator(ruleSet), CachingEvaluator(try Evaluator(ruleSet), .logs(workers: 1))
        )
        var omitted = 0
        var request = ClickRequest()
        var arena = ByteArena()
        let seed = UInt64.random(in: 0...UInt64.max)
        var clicks = Clicks(random: SplitMix64(seed: seed))
        for _ in 0..<8_000 {
            let parts = clicks.parts()
            CachedReplayTests.fill(&request, parts, &arena)
            let whole = evaluator.decide(request, in: &arena)
            request.omitsAddresses = true
            for outcome in [evaluator.decide(request, in: &arena), caching.decide(request, in: &arena)] {
                #expect(Self.told(outcome, in: arena) == Self.told(whole, in: arena), "seed \(seed), \(parts)")
                if let location = outcome.decision.location, location.isEmpty { omitted += 1 }
            }
            // The cache has both kinds of outcomes of a click, and does not confuse them.
            request.omitsAddresses = false
            let cached = caching.decide(request, in: &arena)
            #expect(cached.told(in: arena) == whole.told(in: arena), "seed \(seed), \(parts)")
        }
        #expect(omitted > 500, "nothing was omitted")
        #expect(caching.counts.cachedDevices > 1_000, "the cache was not put to the test")
    }

    /// An outcome without its target addresses.
    private static func told(_ outcome: Outcome, in arena: borrowing ByteArena) -> String {
        var outcome = outcome
        for path in [\Decision.location, \.target, \.appLocation] where outcome.decision[keyPath: path] != nil {
            outcome.decision[keyPath: path] = .empty
        }
        if outcome.decision.fallback != nil { outcome.decision.fallback?.target = .empty }
        return outcome.told(in: arena)
    }

    @Test("are in a report's samples, and leave the report the same to the byte", arguments: [1, 2026] as [UInt64])
    func sameReport(seed: UInt64) throws {
        var clicks = Clicks(random: SplitMix64(seed: seed))
        let runs = try ReplayRuns()
        let log = try runs.log("a.log", (0..<600).map { _ in clicks.combined().replacing(" 302 0 ", with: " 200 0 ") })
        let ruleSet = try TestRules.shipped()
        let inputs = try LogInput.expanding([log])
        let plan = ReportPlan(ruleSet, sources: ["a.log"])
        var settings = ReplaySettings(inputs: inputs, format: .combined, workers: 1)
        settings.host = "example.page.link"
        let usual = try Replay.run(settings, ruleSet) { try ReportVisitor(plan) }
        let reading = try Replay.run(settings, ruleSet) { ReadingVisitor(visitor: try ReportVisitor(plan)) }
        let (one, other) = (try ReplaySums(usual, plan), try ReplaySums(reading, plan))
        #expect(one.part() == other.part())
        let samples = one.logged.samples.elements
        #expect(samples.contains { $0.location?.hasPrefix("intent://") ?? false }, "no sample has a long address")
    }
}

/// A report for which all addresses are written.
private struct ReadingVisitor: ReplayVisitor {
    var visitor: ReportVisitor

    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        visitor.visit(&record, request, &outcome, in: &arena)
    }

    mutating func visit(_ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena) {
        visitor.visit(fault, at: place, line: line, in: arena)
    }

    consuming func finish() -> ReplaySums { visitor.finish() }
}
