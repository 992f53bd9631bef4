import ByteText
import Expressions

/// Finds the few rules of many that a click can match, by what it is: the cost of a decision does not grow with the rules.
///
/// A tree over flat arrays. Each node asks for one fact and leads to the rules that need the value found there, and on to
/// those that do not ask for that fact. What is reached is a handful of short lists of rules, each in order; they are
/// merged, and each rule's whole condition is run, so the index decides nothing by itself. It leaves out only rules whose
/// condition would say no.
///
/// An unknown fact leaves the rules that ask for it undecided, and those are reported. Then every rule below the
/// node is tried.
///
/// A class, so that walking it counts one reference and not one for each of its arrays.
final class RuleIndex: Sendable {
    /// Rules of a leaf, as a piece of ``leaves``.
    struct Slice: Sendable {
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

    /// A node that asks for a fact.
    struct Branch: Sendable {
        var fact: UInt16
        var question: Question
        /// The node of the rules that do not ask; -1 for none.
        var rest: Int32 = -1
        /// All rules below, for clicks that leave the fact open; in order.
        var all = Slice()
    }

    enum Question: Sendable {
        /// Equality and sets: `tables[table]` maps a text to its child.
        case text(table: Int)
        /// Prefixes: a text is looked up by its first bytes, once for each length that occurs.
        case prefix(table: Int, lengths: ArrayPiece)
        /// Items of a list: each is looked up.
        case items(table: Int)
        /// Closed lists and truth values: a child for each word.
        case words(children: ArrayPiece)
        /// Versions: the ends of all ranges, in order, and the children of a binary tree over the slots between them.
        case versions(ends: ArrayPiece, children: ArrayPiece)
        /// Times, likewise.
        case times(ends: ArrayPiece, children: ArrayPiece)
    }

    enum Node: Sendable {
        case leaf(Slice)
        case branch(Branch)
    }

    /// A piece of a flat array.
    struct ArrayPiece: Sendable {
        var start: UInt32
        var count: UInt32
    }

    /// The arrays, which a builder fills.
    struct Storage: Sendable {
        var nodes: [Node] = []
        var leaves: [UInt32] = []
        var tables: [ByteTable] = []
        /// Children of nodes, and lengths of prefixes.
        var numbers: [Int32] = []
        /// Ends of ranges of versions, as pieces of ``versionText``.
        var versions: [TextRange] = []
        var versionText: [UInt8] = []
        /// Ends of ranges of times.
        var times: [Int64] = []
        var root: Int32 = -1
    }

    let storage: Storage
    /// All rules, for clicks that reach too many lists.
    let all: Range<Int>
    /// Where all rules fit a set: what narrows it.
    let filter: WordFilter?
    /// The set of each list, at the place where the list begins.
    private let sets: [WordFilter.Rules]

    /// - Parameter filter: For up to ``WordFilter/Rules/capacity`` rules.
    init(_ storage: Storage, _ filter: WordFilter?, all: Range<Int>) {
        self.storage = storage
        self.filter = filter
        self.all = all
        var sets = [WordFilter.Rules](repeating: WordFilter.Rules(), count: filter == nil ? 0 : storage.leaves.count)
        for slice in filter == nil ? [] : storage.slices {
            for place in slice.start..<slice.end {
                sets[Int(slice.start)].insert(Int(storage.leaves[Int(place)]) - all.lowerBound)
            }
        }
        self.sets = sets
    }

    /// Whether all rules fit a set.
    var isSmall: Bool { filter != nil }

    /// The rules of a list that is not empty, as a set; of a small index.
    func rules(in slice: Slice) -> WordFilter.Rules { sets[Int(slice.start)] }
}

extension RuleIndex.Storage {
    /// The lists of all nodes, those without rules left out.
    fileprivate var slices: [RuleIndex.Slice] {
        nodes.map { node in
            switch node {
            case .leaf(let slice): slice
            case .branch(let branch): branch.all
            }
        }.filter { $0.start < $0.end }
    }
}
