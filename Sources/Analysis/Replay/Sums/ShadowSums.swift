import ByteText
import Links
import LogFormats
import Routing

/// The logged decisions of candidate rules (`serve --shadow`): clicks with a different response, from one rule to
/// another.
///
/// These are samples of a share of the clicks: they show which changes occur, not how often. Contains up to ``limit``
/// moves. Beyond that, the moves are discarded and only the number of lines remains. This depends only on the lines,
/// not on their order.
struct ShadowSums: Sendable, Equatable {
    static let limit = 4096
    static let sampleLimit = 5

    /// A move from an active rule to a candidate rule.
    struct Move: Hashable, Comparable, Sendable {
        /// The hashes of the active rules and of the candidate rules.
        var ruleSets: [String]
        var from: Step
        var to: Step

        static func < (one: Move, other: Move) -> Bool {
            if one.ruleSets != other.ruleSets { return one.ruleSets.lexicographicallyPrecedes(other.ruleSets) }
            return (one.from, one.to) < (other.from, other.to)
        }
    }

    /// One rule's decision.
    struct Step: Hashable, Comparable, Sendable {
        var decision: DecisionKind
        /// Empty if no rule decided.
        var rule: String

        static func < (one: Step, other: Step) -> Bool {
            (one.decision.index, one.rule) < (other.decision.index, other.rule)
        }
    }

    /// A line. All texts are masked.
    struct Sample: Sendable, Equatable, Comparable {
        var place: SampledPlace
        var link: String
        /// The names of the differing properties.
        var differences: [String]

        static func < (one: Sample, other: Sample) -> Bool { (one.place, one.link) < (other.place, other.link) }
    }

    /// The number of readable lines about candidate rules.
    private(set) var lines = 0
    /// `nil` if there were too many.
    private(set) var moves: [Move: Int]? = [:]
    /// The first lines, by file name.
    var samples = Samples<Sample>(limit: sampleLimit)

    mutating func add(_ line: ShadowLine, at place: SampledPlace) {
        let move = Move(
            ruleSets: [line.live.ruleSet, line.shadow.ruleSet], from: Step(line.live), to: Step(line.shadow))
        add(move, 1)
        guard samples.keeps({ place <= $0.place }) else { return }
        samples.add(
            Sample(
                place: place, link: Masking.shortened(Masking.masked(line.link)), differences: line.differences))
    }

    mutating func add(_ move: Move, _ count: Int) {
        lines += count
        moves?[move, default: 0] += count
        if let moves, moves.count > Self.limit { self.moves = nil }
    }

    /// Counts lines whose moves are discarded because there were too many.
    mutating func discardMoves(of lines: Int) {
        self.lines += lines
        moves = nil
    }

    mutating func merge(_ other: ShadowSums) {
        if let theirs = other.moves {
            for (move, count) in theirs { add(move, count) }
        } else {
            discardMoves(of: other.lines)
        }
        samples.merge(other.samples)
    }
}

extension ShadowSums.Step {
    fileprivate init(_ side: ShadowLine.Side) {
        self.init(decision: side.decision, rule: side.rule ?? "")
    }
}
