import ByteText

/// Limits how often a client may resolve links: a worker answers ten such requests a second. An app resolves a link
/// once; a client that never stops is guessing codes.
///
/// Clients are counted exactly, by ``IPAddress/subscriber``, so that none can use up another's share. Only the clients
/// of the current second are kept: there are no more of them than a worker answers requests in a second.
struct AppQuestionLimit {
    private static let perSecond = 10
    /// The capacity above which a table is not kept for the next second.
    private static let kept = 4_096

    private var second: Int64 = 0
    private var counts: [IPAddress?: Int] = [:]

    /// Counts a client's request; false if it has to wait. Clients of unknown address share one count.
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
