import ByteText

/// Limits how often a client may resolve links: a worker handles ten such requests per second and client. An app resolves a
/// link once; a client that keeps asking is guessing codes.
///
/// Clients are counted exactly, by ``IPAddress/subscriber``, so none can use up another's share. Only the clients of the
/// current second are kept, whose number is bounded by the requests that a worker handles in a second.
struct AppQuestionLimit {
    private static let perSecond = 10
    /// The capacity above which the table is not reused in the next second.
    private static let kept = 4_096

    private var second: Int64 = 0
    private var counts: [IPAddress?: Int] = [:]

    /// Counts a client's request; `false` if it exceeds the limit. Clients with unknown addresses share one count.
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
