import Libevent

/// The number of rows to read in a poll of the source: as many as the network transfers in about a second.
///
/// A poll ends in a commit, which rewrites most pages of a small file, so a node far behind should use few large ones.
/// On a slow network a large one would take minutes, in which none of the received rows are served.
struct LookBudget {
    /// Bounds memory, and the time for which the store's writer is occupied.
    private static let most = (rows: 60_000, bytes: 32 << 20)
    private static let least = 50
    private static let aim: Duration = .seconds(1)

    private(set) var rows = 2_000

    /// Adapts to the amount read in the last poll.
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
