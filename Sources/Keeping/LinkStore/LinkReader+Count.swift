import Threads

/// Counting the clicks of the reader's thread.
extension LinkReader {
    /// Counts a click on a link that was found, and its outcome; written with the next ``flush()``.
    ///
    /// Does not wait, and allocates only if more than 24,000 distinct clicks accumulate between two flushes.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the click; `nil` for none of the events.
    ///   - isScan: Whether it came from a QR code.
    ///   - time: The time of the click in seconds since 1970.
    public mutating func countClick(
        id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool = false, at time: Int64
    ) {
        guard let day = UInt32(exactly: time / 86_400), day < 1 << 24, id > 0 else { return }
        keepTaken(id)
        if counts.isFull { flush() }
        counts.add(id: id, day: day, outcome, platform, isScan: isScan)
        if lastLimited == id { store.core.pendingClicks.withLock { $0[id, default: 0] += 1 } }
    }

    /// Counts a click as ``countClick(id:_:_:isScan:at:)`` does, also for its site, with its properties.
    ///
    /// - Parameters:
    ///   - detail: The properties; its link and day are overwritten.
    ///   - siteID: The ID of the site: see ``SiteID``.
    ///   - host: The host of the referrer in lower case; empty if unknown.
    ///   - key: The link's key.
    public mutating func countClick(
        id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool, at time: Int64,
        _ detail: ClickDetail, siteID: UInt64, host: Span<UInt8>, key: Span<UInt8>
    ) {
        guard let day = UInt32(exactly: time / 86_400), day < 1 << 24, id > 0 else { return }
        // Counters and properties of a click are passed on together: a source replaces a breakdown if its counters have grown.
        if !counts.hasRoom(for: 2) || details.isFull { flush() }
        countClick(id: id, outcome, platform, isScan: isScan, at: time)
        counts.add(id: siteID, day: day, outcome, platform, isScan: isScan)
        var detail = detail
        (detail.id, detail.day) = (id, day)
        detail.opensApp = outcome == .appOpen
        details.add(detail, host: host, key: key)
    }

    /// Uses other names for the properties of later clicks.
    public mutating func use(_ names: ClickNames) {
        flush()
        details.names = names
    }

    /// Passes the counts to the writer. Must be called more than once a second: a crash loses counts that were not
    /// passed on. A full disk loses none until a million are waiting.
    public mutating func flush() {
        putBack()
        guard !counts.isEmpty else { return }
        let drained = counts.drain()
        let core = store.core
        store.submit(.count(drained, details.drain())) { _ in
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
