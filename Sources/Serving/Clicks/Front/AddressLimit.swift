import ByteText

/// A limit on how many requests of a kind a client may send per second to a worker.
///
/// Clients are counted exactly, by ``IPAddress/subscriber``, so none can use up another's share. Only the clients of the
/// current second are kept, whose number is bounded by the requests that a worker handles in a second.
struct AddressLimit {
    /// The capacity above which the table is not reused in the next second.
    private static let kept = 4_096

    /// The maximum per second and client.
    var perSecond = 10
    private var second: Int64 = 0
    private var counts: [IPAddress?: Int] = [:]

    /// Whether a client is below the limit. Clients with unknown addresses share one count.
    func admits(_ address: IPAddress?, at second: Int64) -> Bool {
        second != self.second || counts[address?.subscriber, default: 0] < perSecond
    }

    /// Counts a client's request.
    mutating func count(_ address: IPAddress?, at second: Int64) {
        if self.second != second {
            self.second = second
            counts.removeAll(keepingCapacity: counts.capacity <= 2 * Self.kept)
        }
        counts[address?.subscriber, default: 0] += 1
    }
}
