import Libevent

/// How many rows are read in a look at the source: as many as its line carries in about a second.
///
/// A look is a commit, which writes most pages of a small file again, so that a node far behind wants few large ones; on a slow line a
/// large one would take minutes, in which nothing is served that has arrived.
struct LookBudget {
    /// Bounds memory, and how long the store's writer is occupied.
    private static let most = (rows: 60_000, bytes: 32 << 20)
    private static let least = 50
    private static let aim: Duration = .seconds(1)

    private(set) var rows = 2_000

    /// Adapts to the amount that the last look has read.
    mutating func adapt(rows read: Int, bytes: Int, in time: Duration) {
        guard read > 0 else { return }
        let bySize = Self.most.bytes / max(1, bytes / read)
        var next = rows
        if time > Self.aim * 2 {
            next = Int(Double(read) * (Self.aim / time))
        } else if time < Self.aim / 2, read >= rows / 2 {
            next = rows * 2
        }
        rows = max(Self.least, min(next, bySize, Self.most.rows))
    }
}
