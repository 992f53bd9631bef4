import ByteText
import Expressions

/// Finds the few rules that a click can match, so that the cost of a decision does not grow with the number of rules.
///
/// The index is a tree in flat arrays. Each node tests one fact and leads to the rules that require the value found,
/// and on to the rules that do not read that fact. The result is a handful of short lists of rules, each in order. They
/// are merged, and each rule's whole condition is evaluated, so the index decides nothing itself. It leaves out only
/// rules whose condition would be false.
///
/// An unknown fact leaves the rules that read it undecided, which must be reported. Therefore every rule below such a
/// node is tried.
///
/// This is a class, so that walking the tree retains one object instead of each of its arrays.
final class RuleIndex: Sendable {
    /// The rules of a leaf, as a range of `leaves`.
    struct Slice: Sendable {
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

    /// A node that tests a fact.
    struct Branch: Sendable {
        var fact: UInt16
        var question: Question
        /// The node of the rules that do not read the fact; -1 if there are none.
        var rest: Int32 = -1
        /// All rules below in order, for clicks with the fact unknown.
        var all = Slice()
    }

    enum Question: Sendable {
        /// Equality and sets: `tables[table]` maps a text to its child.
        case text(table: Int)
        /// Prefixes: the first bytes of a text are looked up, once for each length that occurs.
        case prefix(table: Int, lengths: ArrayPiece)
        /// Items of a list: each is looked up.
        case items(table: Int)
        /// Closed lists and Booleans: one child per value.
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

    /// A range of a flat array.
    struct ArrayPiece: Sendable {
        var start: UInt32
        var count: UInt32
    }

    /// The arrays, filled by a builder.
    struct Storage: Sendable {
        var nodes: [Node] = []
        var leaves: [UInt32] = []
        var tables: [ByteTable] = []
        /// Children of nodes, and lengths of prefixes.
        var numbers: [Int32] = []
        /// The ends of version ranges, as ranges of ``versionText``.
        var versions: [TextRange] = []
        var versionText: [UInt8] = []
        /// The ends of time ranges.
        var times: [Int64] = []
        var root: Int32 = -1
    }

    let storage: Storage
    /// All rules, for clicks that reach too many lists.
    let all: Range<Int>
    /// The filter of a small index.
    let filter: WordFilter?
    /// The bit set of each list, at the index where the list begins.
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

    /// Whether all rules fit into a bit set.
    var isSmall: Bool { filter != nil }

    /// The rules of a nonempty list as a bit set. Requires a small index.
    func rules(in slice: Slice) -> WordFilter.Rules { sets[Int(slice.start)] }
}

extension RuleIndex.Storage {
    /// The lists of all nodes, without empty ones.
    fileprivate var slices: [RuleIndex.Slice] {
        nodes.map { node in
            switch node {
            case .leaf(let slice): slice
            case .branch(let branch): branch.all
            }
        }.filter { $0.start < $0.end }
    }
}
