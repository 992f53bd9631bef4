import ByteText
import Links
import LogFormats
import Routing

/// What a daemon wrote about rules on trial (`serve --shadow`): the clicks that they would have answered otherwise, from one
/// rule to another.
///
/// They are samples of a share of the clicks, so their counts say which changes there are, and not how many. Holds ``limit``
/// moves. If there are more, the moves are discarded and only the number of lines remains; that depends only on the lines,
/// not on their order.
struct ShadowSums: Sendable, Equatable {
    static let limit = 4096
    static let sampleLimit = 5

    /// From one rule of those in force to one of those on trial.
    struct Move: Hashable, Comparable, Sendable {
        /// The hash of the rules in force, then of those on trial.
        var ruleSets: [String]
        var from: Step
        var to: Step

        static func < (one: Move, other: Move) -> Bool {
            if one.ruleSets != other.ruleSets { return one.ruleSets.lexicographicallyPrecedes(other.ruleSets) }
            return (one.from, one.to) < (other.from, other.to)
        }
    }

    /// What one rule decided.
    struct Step: Hashable, Comparable, Sendable {
        var decision: DecisionKind
        /// Empty where no rule decided.
        var rule: String

        static func < (one: Step, other: Step) -> Bool {
            (one.decision.index, one.rule) < (other.decision.index, other.rule)
        }
    }

    /// A line. Texts are masked.
    struct Sample: Sendable, Equatable, Comparable {
        var place: SampledPlace
        var link: String
        /// What differs, by name.
        var differences: [String]

        static func < (one: Sample, other: Sample) -> Bool { (one.place, one.link) < (other.place, other.link) }
    }

    /// Lines about rules on trial that could be read.
    private(set) var lines = 0
    /// Nil if there were too many.
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

    /// Counts lines whose moves were too many to keep.
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
