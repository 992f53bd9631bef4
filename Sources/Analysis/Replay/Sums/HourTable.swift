/// Decisions over time, in hours since 1970-01-01T00:00:00Z.
///
/// A log may contain any times, so the table is bounded: if lines fall into more than ``limit`` hours, days are counted
/// instead, then weeks and so on. The result depends only on the lines, not on their order.
struct HourTable: Sendable, Equatable {
    static let limit = 20_000
    /// The widths of an hour, a day, a week, 52 weeks and 5,200 weeks in seconds, each a multiple of the previous one.
    static let widths: [Int64] = [3_600, 86_400, 604_800, 31_449_600, 3_144_960_000]

    struct Row: Sendable, Equatable {
        /// Seconds since the epoch.
        var start: Int64
        /// In the order of `DecisionKind`.
        var decisions = InlineArray<5, Int>(repeating: 0)

        static func == (one: Row, other: Row) -> Bool {
            one.start == other.start && one.decisions.indices.allSatisfy { one.decisions[$0] == other.decisions[$0] }
        }
    }

    /// In ascending order of start.
    private(set) var rows: [Row] = []
    /// The index of the row width in ``widths``.
    private(set) var step = 0
    /// The index of the last line's row. Lines are mostly in order of time.
    private var last = 0

    /// The width of a row in seconds.
    var width: Int64 { Self.widths[step] }

    init() {}

    mutating func add(_ time: Int64, decision: Int, count: Int = 1) {
        let start = Self.start(of: time, Self.widths[step])
        if last >= rows.count || rows[last].start != start { last = place(of: start) }
        rows[last].decisions[decision] += count
        if rows.count > Self.limit { coarsen(to: step + 1) }
    }

    mutating func merge(_ other: HourTable) {
        coarsen(to: max(step, other.step))
        for row in other.rows {
            for decision in row.decisions.indices where row.decisions[decision] > 0 {
                add(row.start, decision: decision, count: row.decisions[decision])
            }
        }
    }

    /// Converts the rows to a larger width.
    mutating func coarsen(to step: Int) {
        guard step > self.step, step < Self.widths.count else { return }
        let old = rows
        rows.removeAll(keepingCapacity: true)
        self.step = step
        last = 0
        for row in old {
            for decision in row.decisions.indices where row.decisions[decision] > 0 {
                add(row.start, decision: decision, count: row.decisions[decision])
            }
        }
    }

    /// The index of the row that begins at `start`, created if it is missing.
    private mutating func place(of start: Int64) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].start < start { low = middle + 1 } else { high = middle }
        }
        if low == rows.count || rows[low].start != start { rows.insert(Row(start: start), at: low) }
        return low
    }

    static func start(of time: Int64, _ width: Int64) -> Int64 {
        let rest = time % width
        return time - (rest < 0 ? rest + width : rest)
    }
}
