import Expressions
import RE2
import Routing

/// All clicks, cut up by what a set of conditions asks about them.
///
/// Every click lies in one cell of each variable, so that a condition becomes a union of cubes, and questions about
/// conditions become questions about cubes. Some cubes hold no click at all (``relations``).
struct FactSpace {
    let schema = FactName.schema
    private(set) var variables: [FactVariable] = []
    private var places: [FactVariable.Subject: Int] = [:]
    /// The points that versions and times are compared with, in their order.
    private var versionPoints: [UInt16: [String]] = [:]
    private var timePoints: [UInt16: [Int64]] = [:]
    private let patterns: PatternSet?
    /// Cubes that no click can be in.
    var relations: [Cube] = []

    init(_ tests: Set<FactTest>, patterns: PatternList) {
        self.patterns = try? patterns.makeSet()
        var builder = FactVariablesBuilder(schema: schema)
        for test in tests { builder.note(test) }
        variables = builder.variables()
        versionPoints = builder.versionPoints
        timePoints = builder.timePoints
        for (index, variable) in variables.enumerated() { places[variable.subject] = index }
        relations = searchRelations(tests) + factRelations()
    }

    var cells: [CellSet] { variables.map(\.all) }

    func variable(_ subject: FactVariable.Subject) -> Int? { places[subject] }

    func versionPoints(of fact: UInt16) -> [String] { versionPoints[fact] ?? [] }
    func timePoints(of fact: UInt16) -> [Int64] { timePoints[fact] ?? [] }

    // MARK: - Cubes

    /// A cube with one limit: the cells of a subject for which a question holds; empty where no cell does.
    func cube(_ subject: FactVariable.Subject, where holds: (FactVariable.Cell) -> Bool) -> [Cube] {
        guard let index = places[subject] else { return [] }
        let cells = variables[index].cells(where: holds)
        return cells.isEmpty ? [] : [Cube(index, cells)]
    }

    /// The clicks for which a test gives an answer.
    func cubes(_ test: FactTest, says wanted: Bool) -> [Cube] {
        switch test {
        case .isTrue(let fact):
            cube(.value(fact)) { $0 == .bool(wanted) }
        case .isOneOf(let fact, let words):
            cube(.value(fact)) { answer($0) { words.contains($0) } == wanted }
        case .has(let fact):
            cube(.value(fact)) { $0 == .unknown ? false : ($0 != .absent) == wanted }
        case .startsWith(let fact, let piece): search(test, fact, wanted) { $0.utf8.starts(with: piece.utf8) }
        case .endsWith(let fact, let piece):
            search(test, fact, wanted) { $0.utf8.reversed().starts(with: piece.utf8.reversed()) }
        case .contains(let fact, let piece): search(test, fact, wanted) { $0.utf8.contains(piece.utf8) }
        case .matches(let fact, let pattern):
            search(test, fact, wanted) { patterns?.matches(pattern, Array($0.utf8).span) ?? false }
        case .version(let fact, let outcomes, let point):
            ordered(.version(fact), versionPoints(of: fact).firstIndex { VersionOrder.between($0, point) == .equal }) {
                (outcomes & $0 != 0) == wanted
            }
        case .time(let fact, let outcomes, let point):
            ordered(.time(fact), timePoints(of: fact).firstIndex(of: point)) { (outcomes & $0 != 0) == wanted }
        case .bucket(let fact, let salt, let outcomes, let limit):
            cube(.bucket(fact, salt: salt)) { compare($0, limit, outcomes, wanted) }
        case .hasKey(let fact, let key):
            cube(.entry(fact, key: key)) { $0 == .unknown ? false : ($0 != .absent) == wanted }
        case .valueIs(let fact, let key, let value):
            cube(.entry(fact, key: key)) {
                switch $0 {
                case .text(let text): (text == value) == wanted
                case .otherText: !wanted
                default: false
                }
            }
        case .inBlock, .hasItem, .other:
            cube(.answer(test)) { $0 == (wanted ? .yes : .no) }
        }
    }

    /// The answer of a test of text in a cell; nil where it gives none, or where the cell doesn't tell.
    private func answer(_ cell: FactVariable.Cell, _ test: (String) -> Bool) -> Bool? {
        switch cell {
        case .text(let text): test(text)
        case .absent: test("")
        case .otherText: false
        default: nil
        }
    }

    /// A search in text is known for the texts that conditions name, and a variable of its own for all others.
    private func search(_ test: FactTest, _ fact: UInt16, _ wanted: Bool, _ holds: (String) -> Bool) -> [Cube] {
        let known = cube(.value(fact)) { $0 != .otherText && answer($0, holds) == wanted }
        let others = cube(.value(fact)) { $0 == .otherText }
        let open = cube(.answer(test)) { $0 == (wanted ? .yes : .no) }
        return known + others.flatMap { other in open.compactMap { other.intersection($0) } }
    }

    /// The cells of an ordered variable whose outcome beside a point is as wanted: less 1, equal 2, greater 4.
    private func ordered(
        _ subject: FactVariable.Subject, _ point: Int?, _ isWanted: (UInt8) -> Bool
    ) -> [Cube] {
        guard let point else { return [] }
        return cube(subject) { cell in
            switch cell {
            case .at(let place): isWanted(place < point ? 1 : place == point ? 2 : 4)
            case .before(let place): isWanted(place <= point ? 1 : 4)
            default: false
            }
        }
    }

    /// Whether a part of the hundred compares as wanted with a number.
    private func compare(_ cell: FactVariable.Cell, _ limit: Int64, _ outcomes: UInt8, _ wanted: Bool) -> Bool {
        guard case .at(let part) = cell else { return false }
        let outcome: UInt8 = part < limit ? 1 : part == limit ? 2 : 4
        return (outcomes & outcome != 0) == wanted
    }
}
