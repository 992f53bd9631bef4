import Expressions

/// A property of a click that conditions test, partitioned into finitely many cells, such that each test has one result
/// within a cell.
struct FactVariable: Sendable {
    enum Subject: Hashable, Sendable {
        /// The value of a fact: a word, a boolean, one of the texts that conditions name, or another text.
        case value(UInt16)
        /// The position of a version among the versions that it is compared with.
        case version(UInt16)
        case time(UInt16)
        case bucket(UInt16, salt: String)
        /// The position of a number among the numbers that it is compared with.
        case number(FactNumber)
        /// The value of a key in a map.
        case entry(UInt16, key: String)
        /// The result of a test that is not analyzed further.
        case answer(FactTest)
    }

    enum Cell: Hashable, Sendable {
        case bool(Bool)
        case text(String)
        /// A text that no condition names. The associated value is the longest of its prefixes that `startsWith` tests.
        case beginning(String)
        /// A text that no condition names and that has none of those prefixes.
        case otherText
        case absent
        case unknown
        /// Equal to a comparison point, by its index.
        case at(Int)
        /// Below the point with this index and above the previous one.
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
