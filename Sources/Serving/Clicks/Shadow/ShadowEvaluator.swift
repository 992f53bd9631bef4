package import Telemetry
package import ByteText
import DecisionCache
import Libevent
import LogFormats
package import Routing
package import Server

/// One worker's evaluation of candidate rules: decides a sample of its clicks again after their responses have been sent.
///
/// It changes no response. Sampled clicks are copied, so it shares no memory with the click path; it looks up short links
/// without side effects, counts no click and serves nothing. A sampled click costs a copy and then, in a separate iteration
/// of the event loop, a decision. If more than ``capacity`` clicks are sampled in one iteration, the others are dropped and
/// counted.
package final class ShadowEvaluator {
    /// The maximum number of clicks waiting for the next iteration of the loop.
    static let capacity = 32
    /// The maximum size of a copied click, including the texts of its decision.
    static let longestClick = 1 << 16

    /// The rules that are compared.
    package let pair: ShadowPair
    private let caching: CachingEvaluator
    /// A click is sampled if a random number is at most this one.
    private let threshold: UInt64
    private var random: UInt64
    private let samples: [ShadowSample]
    private var waiting = 0
    private var outcome = Outcome(Decision(kind: .error, status: 302))
    /// The counters so far.
    package private(set) var counters: ShadowCounters
    private var timer: Timer?
    private unowned var worker: Worker?
    package var log: DecisionLog?
    private var budget = ShadowLogBudget()

    /// The short links for lookups other than the click's own. It must have no side effects.
    package var shortLinks: (any ShortLinks)? {
        get { caching.evaluator.shortLinks }
        set { caching.evaluator.shortLinks = newValue }
    }

    /// Compiles the candidate's patterns, so call it on a thread that may block.
    ///
    /// - Parameters:
    ///   - share: The share of clicks, above 0 and at most 1.
    ///   - seed: Determines which clicks are sampled; unpredictable by default.
    package init(_ pair: ShadowPair, share: Double, seed: UInt64 = .random(in: .min ... .max)) throws {
        self.pair = pair
        caching = CachingEvaluator(try Evaluator(pair.candidate), .sampling)
        threshold = share >= 1 ? .max : UInt64(share * 0x1p64)
        random = seed
        samples = (0..<Self.capacity).map { _ in ShadowSample() }
        counters = ShadowCounters(pair)
    }

    /// Attaches the evaluator to a worker's loop. Called on its thread.
    ///
    /// - Parameter log: The log for clicks with different responses, or `nil` for none.
    package func attach(to worker: Worker, _ log: DecisionLog?) {
        self.worker = worker
        self.log = log
        timer = try? Timer(base: worker.base) { [unowned self] in evaluateWaiting() }
    }

    // MARK: - The click path

    /// Whether to sample the next click.
    package func samplesNext() -> Bool { random.nextSplitMix() <= threshold }

    /// Copies a decided click for the next iteration of the loop. Does not change the outcome.
    package func take(_ request: borrowing ClickRequest, _ outcome: inout Outcome, in arena: borrowing ByteArena) {
        guard waiting < samples.count else { return counters.countDropped(.busy) }
        guard arena.count <= Self.longestClick else { return counters.countDropped(.large) }
        samples[waiting].copy(request, &outcome, in: arena, circumstances)
        waiting += 1
        guard waiting == 1, timer != nil else { return }
        do throws(EventError) { try timer?.start(after: .zero) } catch {
            waiting = 0
            counters.countDropped(.busy)
        }
    }

    private var circumstances: DecisionLineWriter.Circumstances? {
        guard log != nil, let worker else { return nil }
        return DecisionLineWriter.Circumstances(
            id: worker.requestIdentifier, listener: worker.currentListener.name, clock: worker.wallClock,
            nanoseconds: 0)
    }

    // MARK: - After the responses

    /// Decides the waiting clicks and compares the results.
    package func evaluateWaiting() {
        for place in 0..<waiting { evaluate(samples[place]) }
        waiting = 0
    }

    private func evaluate(_ sample: ShadowSample) {
        // Both use the result of the click's lookup: links change, and no click must be leased twice.
        caching.decide(sample.request, knowing: sample.outcome.shortLink, into: &outcome, in: &sample.arena)
        let (live, shadow) = (sample.outcome, outcome)
        let differences = DecisionDifference(
            live.decision, of: pair.live, shadow.decision, of: pair.candidate, in: sample.arena)
        guard !differences.isEmpty else {
            return counters.countSame(bySameRule: pair.isSameRule(live.decision.rule, shadow.decision.rule))
        }
        let isFirst = counters.countChange(live, shadow)
        guard let log, let circumstances = sample.circumstances else { return }
        // The first click of a pair of rules is always logged.
        guard budget.admits(at: circumstances.clock.seconds) || isFirst else { return }
        log.record(
            DecisionLineWriter.Side(live, by: pair.live), DecisionLineWriter.Side(shadow, by: pair.candidate),
            differing: differences, of: sample.request, in: sample.arena, circumstances)
    }
}

/// Limits a worker's log lines of clicks with different responses.
struct ShadowLogBudget {
    /// The maximum number of lines per second.
    static let rate = 10

    private var second: Int64 = .min
    private var count = 0

    /// Whether another line may be written in a second.
    mutating func admits(at second: Int64) -> Bool {
        if second != self.second { (self.second, count) = (second, 0) }
        count += 1
        return count <= Self.rate
    }
}
