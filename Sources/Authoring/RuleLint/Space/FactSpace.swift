import Expressions
import RE2
import Routing

/// All clicks, partitioned by the tests of a set of conditions.
///
/// Every click is in one cell of each variable. A condition thus becomes a union of cubes, and questions about
/// conditions become questions about cubes. Some cubes contain no click at all (``relations``).
struct FactSpace {
    let schema = FactName.schema
    private(set) var variables: [FactVariable] = []
    private var places: [FactVariable.Subject: Int] = [:]
    /// The constants that versions, times and numbers are compared with, in order.
    private var versionPoints: [UInt16: [String]] = [:]
    private var timePoints: [UInt16: [Int64]] = [:]
    private var numberPoints: [FactNumber: [Int64]] = [:]
    /// The number of text searches whose mutual constraints were skipped.
    private(set) var unrelatedSearches = 0
    private let patterns: PatternSet?
    /// Cubes that contain no click.
    var relations: [Cube] = []

    init(_ tests: Set<FactTest>, patterns: PatternList) {
        self.patterns = try? patterns.makeSet()
        var builder = FactVariablesBuilder(schema: schema)
        for test in tests { builder.add(test) }
        variables = builder.variables()
        versionPoints = builder.versionPoints
        timePoints = builder.timePoints
        numberPoints = builder.numberPoints
        for (index, variable) in variables.enumerated() { places[variable.subject] = index }
        let searches = tests.filter { $0.searched != nil }
        if searches.count <= Self.searchLimit {
            relations = searchRelations(searches)
        } else {
            unrelatedSearches = searches.count
        }
        relations += factRelations()
    }

    /// The number of pairs is quadratic. Beyond this limit, missing a few findings is better than a long wait.
    static let searchLimit = 500

    var cells: [CellSet] { variables.map(\.all) }

    func versionPoints(of fact: UInt16) -> [String] { versionPoints[fact] ?? [] }
    func timePoints(of fact: UInt16) -> [Int64] { timePoints[fact] ?? [] }

    /// The cell that contains a text.
    func cell(of text: String, _ fact: UInt16) -> FactVariable.Cell {
        let cells = places[.value(fact)].map { variables[$0].cells } ?? []
        if cells.contains(.text(text)) { return .text(text) }
        let starts = cells.compactMap { cell in
            if case .beginning(let start) = cell, text.utf8.starts(with: start.utf8) { start } else { nil as String? }
        }
        return starts.max { $0.utf8.count < $1.utf8.count }.map { .beginning($0) } ?? .otherText
    }

    // MARK: - Cubes

    /// A cube with one limit: the cells of a subject that satisfy a predicate. Empty if there is no such cell.
    func cube(_ subject: FactVariable.Subject, where holds: (FactVariable.Cell) -> Bool) -> [Cube] {
        guard let index = places[subject] else { return [] }
        let cells = variables[index].cells(where: holds)
        return cells.isEmpty ? [] : [Cube(index, cells)]
    }

    /// The clicks for which a test has the given result.
    func cubes(_ test: FactTest, says wanted: Bool) -> [Cube] {
        switch test {
        case .isTrue(let fact):
            cube(.value(fact)) { $0 == .bool(wanted) }
        case .isOneOf(let fact, let words):
            cube(.value(fact)) { answer($0) { words.contains($0) } == wanted }
        case .has(let fact):
            cube(.value(fact)) { $0 == .unknown ? false : ($0 != .absent) == wanted }
        case .startsWith(let fact, let piece):
            cube(.value(fact)) { cell in
                if case .beginning(let start) = cell { return start.utf8.starts(with: piece.utf8) == wanted }
                if cell == .otherText { return piece.isEmpty == wanted }
                return answer(cell) { $0.utf8.starts(with: piece.utf8) } == wanted
            }
        case .endsWith(let fact, let piece):
            search(test, fact, wanted) { $0.utf8.reversed().starts(with: piece.utf8.reversed()) }
        case .contains(let fact, let piece):
            search(test, fact, wanted, isSure: { $0.utf8.contains(piece.utf8) }) { $0.utf8.contains(piece.utf8) }
        case .matches(let fact, let pattern):
            search(test, fact, wanted) { patterns?.matches(pattern, Array($0.utf8).span) ?? false }
        case .version(let fact, let outcomes, let point):
            ordered(.version(fact), place(of: point, in: versionPoints(of: fact))) {
                (outcomes & $0 != 0) == wanted
            }
        case .time(let fact, let outcomes, let point):
            ordered(.time(fact), timePoints(of: fact).firstIndex(of: point)) { (outcomes & $0 != 0) == wanted }
        case .bucket(let fact, let salt, let outcomes, let limit):
            cube(.bucket(fact, salt: salt)) { compare($0, limit, outcomes, wanted) }
        case .number(let number, let outcomes, let point):
            ordered(.number(number), numberPoints[number]?.firstIndex(of: point)) { (outcomes & $0 != 0) == wanted }
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

    /// The position of a version among ordered points.
    private func place(of version: String, in points: [String]) -> Int? {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            switch VersionOrder.between(points[middle], version) {
            case .less: low = middle + 1
            case .equal: return middle
            case .greater: high = middle
            }
        }
        return nil
    }

    /// The result of a text test in a cell, or `nil` if it has none or differs within the cell.
    private func answer(_ cell: FactVariable.Cell, _ test: (String) -> Bool) -> Bool? {
        switch cell {
        case .text(let text): test(text)
        case .absent: test("")
        case .otherText, .beginning: false
        default: nil
        }
    }

    /// A text search is decided for the texts that conditions name. For all others it has its own variable.
    ///
    /// - Parameter isSure: Whether it succeeds for every text with a prefix.
    private func search(
        _ test: FactTest, _ fact: UInt16, _ wanted: Bool, isSure: (String) -> Bool = { _ in false },
        _ holds: (String) -> Bool
    ) -> [Cube] {
        func isOpen(_ cell: FactVariable.Cell) -> Bool {
            if case .beginning(let start) = cell { !isSure(start) } else { cell == .otherText }
        }
        let known = cube(.value(fact)) { cell in
            if isOpen(cell) { return false }
            if case .beginning = cell { return wanted }
            return answer(cell, holds) == wanted
        }
        let others = cube(.value(fact), where: isOpen)
        let open = cube(.answer(test)) { $0 == (wanted ? .yes : .no) }
        return known + others.flatMap { other in open.compactMap { other.intersection($0) } }
    }

    /// The cells of an ordered variable whose comparison with a point has an accepted outcome: less 1, equal 2, greater 4.
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

    /// Whether the comparison of a percentage bucket with a number has the given result.
    private func compare(_ cell: FactVariable.Cell, _ limit: Int64, _ outcomes: UInt8, _ wanted: Bool) -> Bool {
        guard case .at(let part) = cell else { return false }
        let outcome: UInt8 = part < limit ? 1 : part == limit ? 2 : 4
        return (outcomes & outcome != 0) == wanted
    }
}
