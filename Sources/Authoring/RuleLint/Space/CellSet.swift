/// A set of the cells of one variable, one bit each.
///
/// Nearly all variables have at most 64 cells, which need no heap allocation.
struct CellSet: Hashable, Sendable {
    private var first: UInt64 = 0
    private var rest: [UInt64] = []

    init(_ cells: some Sequence<Int>) {
        for cell in cells { insert(cell) }
    }

    mutating func insert(_ cell: Int) {
        guard cell >= 64 else {
            first |= 1 << UInt64(cell)
            return
        }
        let word = cell / 64 - 1
        while rest.count <= word { rest.append(0) }
        rest[word] |= 1 << UInt64(cell % 64)
    }

    func contains(_ cell: Int) -> Bool {
        if cell < 64 { return first >> UInt64(cell) & 1 != 0 }
        let word = cell / 64 - 1
        return word < rest.count && rest[word] >> UInt64(cell % 64) & 1 != 0
    }

    var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }

    func meets(_ other: CellSet) -> Bool {
        if first & other.first != 0 { return true }
        for index in 0..<min(rest.count, other.rest.count) where rest[index] & other.rest[index] != 0 { return true }
        return false
    }

    func isSubset(of other: CellSet) -> Bool {
        if first & ~other.first != 0 { return false }
        for index in rest.indices where rest[index] & ~(index < other.rest.count ? other.rest[index] : 0) != 0 {
            return false
        }
        return true
    }

    func intersection(_ other: CellSet) -> CellSet {
        var result = self
        result.first &= other.first
        for index in rest.indices { result.rest[index] &= index < other.rest.count ? other.rest[index] : 0 }
        return result
    }

    func union(_ other: CellSet) -> CellSet {
        var result = self
        result.first |= other.first
        while result.rest.count < other.rest.count { result.rest.append(0) }
        for index in other.rest.indices { result.rest[index] |= other.rest[index] }
        return result
    }

    func subtracting(_ other: CellSet) -> CellSet {
        var result = self
        result.first &= ~other.first
        for index in 0..<min(rest.count, other.rest.count) { result.rest[index] &= ~other.rest[index] }
        return result
    }
}
