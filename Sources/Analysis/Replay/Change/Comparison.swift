import ByteText
import DecisionCache
import Devices
import LinkCatalog
import Links
import LogFormats
import Routing

/// One worker's comparison: decides each click again with the other rule set, and records the differences.
struct Comparison {
    private(set) var sums: ChangeSums
    private let before: CachingEvaluator
    private let now: RuleSet
    private let sources: [String]
    private let shortLinks: ShortLinkSource?
    private let shortLinksBefore: (any ShortLinks)?
    /// The links of both rule sets, if they are of the past.
    private let pastLinks: PastLinks?
    /// Whether both rule sets use the same short links. Each link is then looked up once and can't differ.
    private let sharesLinks: Bool
    /// For each earlier rule, the current rule of the same name.
    private let sameRule: [Int?]
    /// The evaluators for explanations, created on first use.
    private var explainers: (before: Evaluator, now: Evaluator)?

    init(_ plan: ReportPlan, against before: RuleSet, _ links: PastLinks?) throws {
        now = plan.ruleSet
        sources = plan.sources
        shortLinks = plan.shortLinks
        shortLinksBefore = links ?? (plan.shortLinksBefore ?? plan.shortLinks)?()
        pastLinks = links
        sharesLinks = plan.shortLinksBefore == nil
        self.before = CachingEvaluator(
            try Evaluator(before, shortLinks: shortLinksBefore),
            links == nil ? .logs(workers: 2 * plan.workers) : .off)
        let places = Dictionary(uniqueKeysWithValues: now.rules.enumerated().map { ($1.id, $0) })
        sameRule = before.rules.map { places[$0.id] }
        sums = ChangeSums(before: RuleSetNames(before), now: RuleSetNames(now), allowed: plan.allowed)
    }

    /// Decides the click again and counts the differences from `outcome`. Returns the earlier decision, and whether its
    /// response differs.
    mutating func compare(
        _ record: borrowing LogRecord, _ request: borrowing ClickRequest, _ outcome: borrowing Outcome,
        _ line: SightedLine, in arena: inout ByteArena
    ) -> (decision: Decision, isAnother: Bool) {
        let old = before.decide(request, knowing: sharesLinks ? outcome.shortLink : nil, in: &arena).decision
        let new = outcome.decision
        let cell = (old.kind.index, new.kind.index)
        sums.matrix.add(cell.0, cell.1)
        let difference = DecisionDifference(old, of: before.ruleSet, new, of: now, in: arena)
        guard !difference.isEmpty else {
            if old.rule.flatMap({ sameRule[$0] }) != new.rule { sums.otherRule += 1 }
            return (old, false)
        }
        count(old, outcome, difference, line, in: arena)
        if sums.samples[cell.0 * DecisionCounts.kinds.count + cell.1].keeps({ line.rank <= $0.rank }) {
            sample(record, request, difference, line, cell, in: &arena)
        }
        return (old, true)
    }

    private mutating func count(
        _ old: borrowing Decision, _ outcome: borrowing Outcome, _ difference: DecisionDifference,
        _ line: SightedLine, in arena: borrowing ByteArena
    ) {
        let new = outcome.decision
        sums.changed.add(old.kind.index, new.kind.index)
        for bit in sums.differences.indices where difference.rawValue & (1 << UInt8(bit)) != 0 {
            sums.differences[bit] += 1
        }
        let pair = RulePairs.Pair(
            before: old.rule ?? sums.before.rules.count, now: new.rule ?? now.rules.count)
        sums.byRuleBefore[pair.before] += 1
        sums.byRuleNow[pair.now] += 1
        sums.pairs.add(pair)
        sums.sites.add(outcome.site ?? now.sites.count, new.kind.index)
        sums.platforms.add(outcome.device.map { Int($0.platform.rawValue) } ?? Platform.count, new.kind.index)
        sums.links.add(arena[line.key], hash: line.hash, rank: line.rank, decision: new.kind.index)
        let change = AllowedChanges.Change(
            before: old.kind, now: new.kind, ruleBefore: old.rule.map { before.ruleSet.rules[$0].id },
            ruleNow: new.rule.map { now.rules[$0].id }, site: outcome.site.map { now.sites[$0].name })
        if let entry = sums.allowed.entry(for: change, link: arena[line.key]) {
            sums.expected[entry] += 1
        } else {
            sums.unexpected += 1
        }
    }

    private mutating func sample(
        _ record: borrowing LogRecord, _ request: borrowing ClickRequest, _ difference: DecisionDifference,
        _ line: SightedLine, _ cell: (before: Int, now: Int), in arena: inout ByteArena
    ) {
        // Can't fail: the patterns have compiled before.
        guard let explainers = explainers ?? (try? makeExplainers()) else { return }
        self.explainers = explainers
        let sample = ChangeSample(
            rank: line.rank, place: SampledPlace(record.place, source: sources[Int(record.place.input)]),
            link: Masking.masked(arena.string(request.link)), userAgent: Masking.shown(request.userAgent, in: arena),
            time: request.time, differences: difference.words, before: explainers.before.side(of: request, in: &arena),
            now: explainers.now.side(of: request, in: &arena))
        sums.samples[cell.before * DecisionCounts.kinds.count + cell.now].add(sample)
    }

    private func makeExplainers() throws -> (before: Evaluator, now: Evaluator) {
        (
            try Evaluator(before.ruleSet, shortLinks: shortLinksBefore),
            try Evaluator(now, shortLinks: pastLinks ?? shortLinks?())
        )
    }
}

extension Evaluator {
    /// The decision on a click, with a trace of the rules that contributed, masked.
    fileprivate func side(of request: borrowing ClickRequest, in arena: inout ByteArena) -> ChangeSample.Side {
        let explanation = explain(request, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            ruleSet.write(
                (explanation.outcome, explanation.rules.filter { $0.result != .no && $0.result != .late }), id: nil,
                arena: arena, to: &json)
        }
        let value = ((try? JSONValue(parsing: output.span)) ?? .null).masked
        return ChangeSample.Side(decision: value["decision"] ?? .null, rules: value["rules"] ?? .null)
    }
}

extension JSONValue {
    /// The value with secrets masked in every string.
    var masked: JSONValue {
        switch self {
        case .string(let text): return .string(Masking.masked(text))
        case .array(let elements): return .array(elements.map(\.masked))
        case .object(let object):
            var masked = JSONObject()
            for member in object.members { masked.append(member.name, member.value.masked) }
            return .object(masked)
        case .null, .bool, .number: return self
        }
    }
}
