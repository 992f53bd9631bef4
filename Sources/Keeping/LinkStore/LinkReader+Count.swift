import Threads

/// Counting what the reader's thread found.
extension LinkReader {
    /// Counts a click on a link that was found, and its outcome; written with the next ``flush()``.
    ///
    /// Does not wait, and allocates only if more than 24,000 different clicks gather between two flushes.
    ///
    /// - Parameters:
    ///   - outcome: What the click led to; nil for none of the events.
    ///   - isScan: Whether it came from a QR code.
    ///   - time: When it happened, in seconds since 1970.
    public mutating func countClick(
        id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool = false, at time: Int64
    ) {
        guard let day = UInt32(exactly: time / 86_400), day < 1 << 24, id > 0 else { return }
        keepTaken(id)
        if counts.isFull { flush() }
        counts.add(id: id, day: day, outcome, platform, isScan: isScan)
        if lastLimited == id { store.core.pendingClicks.withLock { $0[id, default: 0] += 1 } }
    }

    /// Hands the counts to the writer. Call it more than once a second: a crash loses counts that were not handed over. A disk that is
    /// full loses none until a million are waiting.
    public mutating func flush() {
        putBack()
        guard !counts.isEmpty else { return }
        let drained = counts.drain()
        let core = store.core
        store.submit(.count(drained)) { _ in
            // Written, or lost for good: either way they are no longer pending.
            core.pendingClicks.withLock { pending in
                guard !pending.isEmpty else { return }
                for count in drained where count.event == .click {
                    guard let waiting = pending[count.id] else { continue }
                    pending[count.id] = waiting > count.count ? waiting - count.count : nil
                }
            }
        }
    }
}
