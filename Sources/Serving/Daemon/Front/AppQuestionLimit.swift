import ByteText

/// How often one client may ask what links stand for: a worker answers ten questions a second. An app asks once for a
/// link; whoever asks without end is guessing codes.
///
/// Clients are counted exactly, by ``IPAddress/subscriber``, so that none can use up what another may ask. Only the clients
/// of the current second are kept: there are no more of them than a worker answers questions in a second.
struct AppQuestionLimit {
    private static let perSecond = 10
    /// How many clients a table has room for that is kept for the next second.
    private static let kept = 4_096

    private var second: Int64 = 0
    private var counts: [IPAddress?: Int] = [:]

    /// Counts a question of a client; false where it has to wait. Clients of unknown address share one count.
    mutating func admit(_ address: IPAddress?, at second: Int64) -> Bool {
        if self.second != second {
            self.second = second
            counts.removeAll(keepingCapacity: counts.capacity <= 2 * Self.kept)
        }
        let count = counts[address?.subscriber, default: 0]
        guard count < Self.perSecond else { return false }
        counts[address?.subscriber] = count + 1
        return true
    }
}
