import Threads

/// Counting the clicks of the reader's thread.
extension LinkReader {
    /// Counts a click on a link that was found, and its outcome, also for its site; written with the next ``flush()``.
    ///
    /// Does not wait, and allocates only if more than 8,192 clicks accumulate between two flushes.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the click; `nil` for none of the events.
    ///   - isScan: Whether it came from a QR code.
    ///   - time: The time of the click in seconds since 1970.
    ///   - detail: The other properties of the click.
    ///   - host: The host of the referrer in lower case; empty if unknown.
    ///   - key: The link's key.
    public mutating func countClick(
        id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool = false, at time: Int64,
        _ detail: ClickDetail = ClickDetail(), host: Span<UInt8> = Span(), key: Span<UInt8> = Span()
    ) {
        guard let day = UInt32(exactly: time / 86_400), day < 1 << 24, id > 0 else { return }
        keepTaken(id)
        if clicks.isFull { flush() }
        var detail = detail
        detail.id = id
        detail.place = day << 8 | UInt32(ClickKind(outcome, platform, isScan: isScan).number)
        clicks.add(detail, host: host, key: key)
        if lastLimited == id { store.core.pendingClicks.withLock { $0[id, default: 0] += 1 } }
    }

    /// Uses other names for the properties of later clicks.
    public mutating func use(_ names: ClickNames) {
        flush()
        clicks.names = names
    }

    /// Passes the counts to the writer. Must be called more than once a second: a crash loses counts that were not
    /// passed on. A full disk loses none until a million are waiting.
    public mutating func flush() {
        putBack()
        guard !clicks.isEmpty else { return }
        let (drained, details) = clicks.drain()
        let core = store.core
        store.submit(.count(drained, details)) { _ in
            // Written, or lost permanently; either way they are no longer pending.
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
