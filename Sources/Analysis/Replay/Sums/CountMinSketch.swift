/// Approximate counts of more keys than fit in memory, never too low (Cormode and Muthukrishnan, 2005).
///
/// With 65,536 columns and four rows, the probability that a count is too high by more than e ÷ 65,536 = 0.0042 % of
/// everything counted is at most e⁻⁴ = 1.8 %. The sum of two sketches is the sketch of both inputs, in any order.
struct CountMinSketch: Sendable, Equatable {
    static let rows = 4
    static let columns = 65_536
    /// A count's error as a share of everything counted, exceeded with probability e⁻⁴.
    static let error = 2.718281828459045 / Double(columns)

    var cells = [Int](repeating: 0, count: rows * columns)

    mutating func add(_ hash: UInt64, _ count: Int) {
        for row in 0..<Self.rows { cells[Self.cell(hash, row)] += count }
    }

    func count(of hash: UInt64) -> Int {
        var least = Int.max
        for row in 0..<Self.rows { least = min(least, cells[Self.cell(hash, row)]) }
        return least
    }

    mutating func merge(_ other: CountMinSketch) {
        for index in cells.indices { cells[index] += other.cells[index] }
    }

    private static func cell(_ hash: UInt64, _ row: Int) -> Int {
        row * columns + Int(StableHash.combine(hash, UInt64(row)) & UInt64(columns - 1))
    }
}
