import ByteText
import Expressions

/// Finds the few rules of many that a click can match, by what it is: the cost of a decision does not grow with the rules.
///
/// A tree over flat arrays. Each node asks for one fact and leads to the rules that need the value found there, and on to
/// those that do not ask for that fact. What is reached is a handful of short lists of rules, each in order; they are
/// merged, and each rule's whole condition is run, so the index decides nothing by itself. It leaves out only rules whose
/// condition would say no.
///
/// A fact that nobody knows leaves rules undecided that ask for it, and those are reported. Then every rule is tried.
struct RuleIndex: Sendable {
    /// Rules of a leaf, as a piece of ``leaves``.
    struct Slice: Sendable {
        var start: UInt32
        var end: UInt32
    }

    enum Node: Sendable {
        case leaf(Slice)
        /// Equality and sets: `tables[table]` gives the child of a text.
        case text(fact: UInt16, table: Int, rest: Int32)
        /// Prefixes: a text is looked up by its first bytes, once for each length that occurs.
        case prefix(fact: UInt16, table: Int, lengths: ArrayPiece, rest: Int32)
        /// Closed lists and truth values: a child for each word.
        case words(fact: UInt16, children: ArrayPiece, rest: Int32)
    }

    /// A piece of ``numbers``.
    struct ArrayPiece: Sendable {
        var start: UInt32
        var count: UInt32
    }

    var nodes: [Node] = []
    var leaves: [UInt32] = []
    var tables: [ByteTable] = []
    var numbers: [Int32] = []
    var root: Int32 = -1
    /// All rules, for the clicks that leave a fact open.
    let all: Range<Int>

    init(all: Range<Int>) {
        self.all = all
    }
}

/// The lists of rules that a click reaches, and how far each has been read.
///
/// At most ``capacity`` of them: a click that reaches more has every rule tried.
struct RuleCandidates {
    static let capacity = 24

    private var slices: InlineArray<24, RuleIndex.Slice> = .init(repeating: RuleIndex.Slice(start: 0, end: 0))
    private(set) var count = 0
    /// Whether every rule is to be tried, in order.
    private(set) var takesAll = false
    private var next = 0

    mutating func add(_ slice: RuleIndex.Slice) {
        guard slice.start < slice.end else { return }
        guard count < Self.capacity else { return takeAll() }
        slices[count] = slice
        count += 1
    }

    mutating func takeAll() {
        takesAll = true
    }

    /// The next rule in order, each once; nil at the end.
    mutating func nextRule(of index: RuleIndex) -> Int? {
        if takesAll {
            guard next < index.all.count else { return nil }
            defer { next += 1 }
            return index.all.lowerBound + next
        }
        var first = UInt32.max
        for place in 0..<count where slices[place].start < slices[place].end {
            first = min(first, index.leaves[Int(slices[place].start)])
        }
        guard first != .max else { return nil }
        // A rule that is found by two of its words stands in two lists.
        for place in 0..<count where slices[place].start < slices[place].end {
            if index.leaves[Int(slices[place].start)] == first { slices[place].start += 1 }
        }
        return Int(first)
    }
}
