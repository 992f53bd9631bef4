import Routing

/// A count for each key and kind of decision, in one flat array.
struct DecisionCounts: Sendable, Equatable {
    /// By key, and for each key in the order of `DecisionKind`.
    var cells: [Int]

    static let kinds = DecisionKind.allCases

    init(keys: Int = 1) {
        cells = Array(repeating: 0, count: keys * Self.kinds.count)
    }

    var keys: Int { cells.count / Self.kinds.count }

    mutating func add(_ key: Int, _ decision: Int, _ count: Int = 1) {
        cells[key * Self.kinds.count + decision] += count
    }

    mutating func merge(_ other: DecisionCounts) {
        for index in cells.indices { cells[index] += other.cells[index] }
    }

    /// The counts of one key.
    subscript(key: Int) -> [Int] {
        Array(cells[key * Self.kinds.count..<(key + 1) * Self.kinds.count])
    }

    /// The sum of a key's counts.
    func total(_ key: Int) -> Int { self[key].reduce(0, +) }
}

extension [Int] {
    /// Adds elementwise.
    mutating func add(_ other: [Int]) {
        for index in indices { self[index] += other[index] }
    }
}
