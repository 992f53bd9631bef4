package import ByteText
import DecisionCache
import Libevent
import LogFormats
package import Routing
import Server

/// One worker's trial of rules: decides a share of its clicks once more, by a candidate, after their answers have gone out.
///
/// It changes no answer. What is sampled is copied, so that the click path shares no memory with it; it looks short links up
/// without leaving a trace, counts no click and serves nothing. A sampled click costs a copy and then, in a turn of the loop
/// of its own, a decision; where more are sampled than ``capacity`` in one turn, the others are dropped and counted.
package final class ShadowEvaluator {
    /// How many clicks may wait for the next turn of the loop.
    static let capacity = 32
    /// The most bytes of a click, with all that its decision has written, that are copied.
    static let longestClick = 1 << 16

    /// The rules that are compared.
    package let pair: ShadowPair
    private let caching: CachingEvaluator
    /// A random number up to this one is a click of the share.
    private let threshold: UInt64
    private let random: Confined<UInt64>
    private let samples: [ShadowSample]
    private var waiting = 0
    private let ownOutcome = Confined(Outcome(Decision(kind: .error, status: 302)))
    private let ownCounters: Confined<ShadowCounters>
    private var timer: Timer?
    private unowned var worker: Worker?
    var log: DecisionLog?
    private var budget = ShadowLogBudget()

    /// What was counted so far.
    package private(set) var counters: ShadowCounters {
        _read { yield ownCounters.value }
        _modify { yield &ownCounters.value }
    }

    /// Where short links are looked up that were not for the click itself. It must take nothing and count nothing.
    package var shortLinks: (any ShortLinks)? {
        get { caching.evaluator.shortLinks }
        set { caching.evaluator.shortLinks = newValue }
    }

    /// Compiles the candidate's patterns: for a thread that may block.
    ///
    /// - Parameters:
    ///   - share: The share of the clicks, above 0 and at most 1.
    ///   - seed: Which clicks of the share these are; they can't be foreseen unless it is given.
    package init(_ pair: ShadowPair, share: Double, seed: UInt64 = .random(in: .min ... .max)) throws {
        self.pair = pair
        caching = CachingEvaluator(try Evaluator(pair.candidate), .sampling)
        threshold = share >= 1 ? .max : UInt64(share * 0x1p64)
        random = Confined(seed)
        samples = (0..<Self.capacity).map { _ in ShadowSample() }
        ownCounters = Confined(ShadowCounters(pair))
    }

    /// Decides on a worker's loop from now on; called on its thread.
    ///
    /// - Parameter log: Where clicks with other answers are logged; nil for nowhere.
    func attach(to worker: Worker, _ log: DecisionLog?) {
        self.worker = worker
        self.log = log
        timer = try? Timer(base: worker.base) { [unowned self] in evaluateWaiting() }
    }

    // MARK: - The click path

    /// Whether the next click is one of the share.
    package func samplesNext() -> Bool { random.value.nextSplitMix() <= threshold }

    /// Keeps a copy of a click that was decided, for the next turn of the loop. The outcome stays as it is.
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

    // MARK: - After the answers

    /// Decides the clicks that wait, and compares.
    package func evaluateWaiting() {
        for place in 0..<waiting { evaluate(samples[place]) }
        waiting = 0
    }

    private func evaluate(_ sample: ShadowSample) {
        // What the click's short link was found to be holds for both: links change, and a portion is not taken twice.
        caching.decide(sample.request, knowing: sample.outcome.shortLink, into: &ownOutcome.value, in: &sample.arena)
        let (live, shadow) = (sample.outcome, ownOutcome.value)
        let differences = DecisionDifference(
            live.decision, of: pair.live, shadow.decision, of: pair.candidate, in: sample.arena)
        guard !differences.isEmpty else {
            return counters.countSame(bySameRule: pair.isSameRule(live.decision.rule, shadow.decision.rule))
        }
        let isFirst = counters.countChange(live, shadow)
        guard let log, let circumstances = sample.circumstances else { return }
        // The first click of a pair of rules is logged whatever there is of others.
        guard budget.admits(at: circumstances.clock.seconds) || isFirst else { return }
        log.record(
            DecisionLineWriter.Side(live, by: pair.live), DecisionLineWriter.Side(shadow, by: pair.candidate),
            differing: differences, of: sample.request, in: sample.arena, circumstances)
    }
}

/// How many lines a worker may write of clicks with other answers.
struct ShadowLogBudget {
    /// Lines a second.
    static let rate = 10

    private var second: Int64 = .min
    private var count = 0

    /// Whether one more line may be written in a second.
    mutating func admits(at second: Int64) -> Bool {
        if second != self.second { (self.second, count) = (second, 0) }
        count += 1
        return count <= Self.rate
    }
}
