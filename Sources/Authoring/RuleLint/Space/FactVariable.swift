import Expressions

/// A property of a click that conditions test, partitioned into finitely many cells: within a cell all tests have the
/// same answer.
struct FactVariable: Sendable {
    enum Subject: Hashable, Sendable {
        /// The value of a fact: a word, a truth value, one of the texts that conditions name, or another text.
        case value(UInt16)
        /// The place of a version among those that it is compared with.
        case version(UInt16)
        case time(UInt16)
        case bucket(UInt16, salt: String)
        /// The place of a number among those that it is compared with.
        case number(FactNumber)
        /// The value at a key of a map.
        case entry(UInt16, key: String)
        /// The answer of a test that is not analysed further.
        case answer(FactTest)
    }

    enum Cell: Hashable, Sendable {
        case bool(Bool)
        case text(String)
        /// A text that no condition names; this is the longest of its prefixes that `startsWith` tests.
        case beginning(String)
        /// A text that no condition names, with none of those prefixes.
        case otherText
        case absent
        case unknown
        /// Equal to a point of comparison, by its number.
        case at(Int)
        /// Before the point of that number, and after the one before it.
        case before(Int)
        /// The test fails.
        case failed
        case yes
        case no
    }

    var subject: Subject
    var cells: [Cell]

    var all: CellSet { CellSet(cells.indices) }

    func cells(where holds: (Cell) -> Bool) -> CellSet {
        CellSet(cells.indices.filter { holds(cells[$0]) })
    }
}
