import ByteText
import DecisionCache
public import LinkCatalog
import LogFormats
public import Routing

/// The rules and links that were in force in the past.
public struct PastState: Sendable {
    /// The rule set that came into force last.
    public var latest: RuleSet
    /// Returns a former rule set by its hash, or `nil` if it is not kept. Called by all workers.
    public var ruleSet: @Sendable (_ hash: String) -> RuleSet?
    /// Returns the hash of the rule set that was in force at a time, for lines without one; `nil` if it is not known.
    public var hash: @Sendable (_ time: Int64) -> String?
    /// Makes the link lookup of a worker; `nil` without a store.
    public var links: (@Sendable () -> PastLinks)?
    /// The rules that decide instead, for a comparison; `nil` to decide as it was.
    public var proposal: RuleSet?

    /// A past without links and proposal.
    public init(
        latest: RuleSet, ruleSet: @escaping @Sendable (_ hash: String) -> RuleSet?,
        hash: @escaping @Sendable (_ time: Int64) -> String?
    ) {
        (self.latest, self.ruleSet, self.hash) = (latest, ruleSet, hash)
    }
}

/// One worker's lanes, one for each rule set that has decided lines, and the choice among them.
struct PastLanes<Visitor: ReplayVisitor> {
    private let past: PastState
    private let settings: ReplaySettings
    private let links: PastLinks?
    private let makeVisitor: (RuleSet, PastLinks?) throws -> Visitor
    /// The hash of the current lane's rule set.
    private var current: String
    /// The other lanes, by hash.
    private var lanes: [String: ReplayLane<Visitor>] = [:]
    /// The number of lines whose rules are not kept, by hash.
    private(set) var missing: [String: Int] = [:]

    init(
        _ past: PastState, _ settings: ReplaySettings,
        _ makeVisitor: @escaping (RuleSet, PastLinks?) throws -> Visitor
    ) {
        (self.past, self.settings, self.makeVisitor) = (past, settings, makeVisitor)
        links = past.links?()
        current = past.latest.hash
    }

    /// The lanes other than the current one.
    var others: [ReplayLane<Visitor>] { Array(lanes.values) }

    /// Whether the past of a link in the current line is not known.
    var hasDoubt: Bool { links?.doubt != nil }

    /// A new lane for the lines of a rule set. Without caches, since there may be many.
    func lane(of ruleSet: RuleSet) throws -> ReplayLane<Visitor> {
        let evaluator = CachingEvaluator(try Evaluator(past.proposal ?? ruleSet, shortLinks: links), .off)
        return ReplayLane(evaluator, settings, try makeVisitor(ruleSet, links))
    }

    /// Makes the lane of a line's rule set the current one, and looks links up as of its time. Returns false if the rules
    /// are not kept.
    mutating func choose(
        _ lane: inout ReplayLane<Visitor>, for record: borrowing LogRecord, in arena: borrowing ByteArena
    ) -> Bool {
        links?.look(at: Self.moment(of: record))
        if let hash = record.logged?.ruleSet, arena[hash].equals(utf8Of: current) { return true }
        guard let hash = hash(for: record, in: arena) else {
            missing["", default: 0] += 1
            return false
        }
        return hash == current || change(&lane, to: hash)
    }

    /// The time of the decision. The request of a decision log may be about another time.
    private static func moment(of record: borrowing LogRecord) -> Int64? {
        if let time = record.logged?.time { return time }
        return record.time
    }

    /// The hash in the line or, for other logs than decision logs, that of its time.
    private func hash(for record: borrowing LogRecord, in arena: borrowing ByteArena) -> String? {
        if let logged = record.logged {
            guard let range = logged.ruleSet else { return nil }
            return arena.string(range)
        }
        guard let time = record.time else { return nil }
        return past.hash(time)
    }

    private mutating func change(_ lane: inout ReplayLane<Visitor>, to hash: String) -> Bool {
        guard missing[hash] == nil, let next = lanes.removeValue(forKey: hash) ?? newLane(hash) else {
            missing[hash, default: 0] += 1
            return false
        }
        lanes[current] = lane
        (lane, current) = (next, hash)
        return true
    }

    private func newLane(_ hash: String) -> ReplayLane<Visitor>? {
        guard let ruleSet = past.ruleSet(hash) else { return nil }
        return try? self.lane(of: ruleSet)
    }
}
