import Routing

/// The selection of lines that sums are about, as reports and parts show it.
struct SelectedLines: Sendable, Equatable {
    /// The condition as written; `nil` for all clicks.
    var condition: String?
    /// As in ``LineSelection``.
    var since: Int64?
    var until: Int64?

    /// All lines.
    init() {}

    init(_ selection: LineSelection) {
        condition = selection.condition?.source
        since = selection.since
        until = selection.until
    }

    /// Adds the lines of another selection with the same condition. The range of time then covers both ranges, since
    /// parts of one log may be selected by adjacent times.
    mutating func merge(_ other: SelectedLines) throws(SumsMismatch) {
        guard condition == other.condition else {
            throw SumsMismatch(.condition, condition ?? "none", other.condition ?? "none")
        }
        if let one = since { since = other.since.map { min(one, $0) } }
        if let one = until { until = other.until.map { max(one, $0) } }
    }
}
