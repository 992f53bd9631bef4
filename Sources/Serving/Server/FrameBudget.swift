import NGHTTP2

/// Limits the frames other than requests that a connection may send before it is treated as a flood: frames that cost
/// the server work without effect.
///
/// Each kind has a budget that refills over time. Some also refill with the traffic that causes such frames: each DATA
/// frame sent may be answered with one or two WINDOW_UPDATE frames.
struct FrameBudget {
    private var settings = TokenBucket(burst: 32, rate: 1)
    private var pings = TokenBucket(burst: 128, rate: 16)
    private var priorities = TokenBucket(burst: 512, rate: 128)
    private var emptyData = TokenBucket(burst: 128, rate: 16)
    private var windowUpdates = TokenBucket(burst: 1024, rate: 256)
    private var madeResets = TokenBucket(burst: 100, rate: 10)
    private var passedOver = TokenBucket(burst: 512, rate: 128)
    private var stamp: Int64

    /// - Parameter now: milliseconds of the monotonic clock, as in all methods.
    init(now: Int64) { stamp = now }

    /// Charges a received frame. Returns the kind of flood if the budget is exceeded.
    mutating func receive(_ frame: FrameHeader, now: Int64) -> ShedReason? {
        refill(now)
        switch frame.type {
        // A single GOAWAY is enough; like SETTINGS, each further one is processed for all streams.
        case .settings, .goAway: return settings.spend() ? nil : .settingsFlood
        case .ping: return pings.spend() ? nil : .pingFlood
        case .windowUpdate: return windowUpdates.spend() ? nil : .windowUpdateFlood
        case .priority: return priorities.spend() ? nil : .priorityFlood
        case .data where frame.length == 0 && !frame.endsStream: return spendEmptyData()
        default: return nil
        }
    }

    /// Charges a DATA frame that contained only padding.
    mutating func receivePadding(now: Int64) -> ShedReason? {
        refill(now)
        return spendEmptyData()
    }

    private mutating func spendEmptyData() -> ShedReason? { emptyData.spend() ? nil : .emptyDataFlood }

    /// Charges frames without effect: unknown extensions (PRIORITY_UPDATE, GREASE), and frames in flight for closed
    /// streams.
    mutating func receivePassedOver(_ count: Int, now: Int64) -> ShedReason? {
        refill(now)
        for _ in 0..<count where !passedOver.spend() { return .passedOverFlood }
        return nil
    }

    /// Credits an answered request: it may have come with a priority frame.
    mutating func receiveRequest() {
        priorities.add(1000)
        passedOver.add(1000)
    }

    /// Credits a DATA frame sent by the server.
    mutating func sendData() { windowUpdates.add(4_000) }

    /// Charges a reset that the peer made the server send (CVE-2025-8671).
    mutating func sendReset(now: Int64) -> ShedReason? {
        refill(now)
        return madeResets.spend() ? nil : .madeResets
    }

    private mutating func refill(_ now: Int64) {
        let passed = now - stamp
        guard passed > 0 else { return }
        stamp = now
        settings.refill(passed)
        pings.refill(passed)
        priorities.refill(passed)
        emptyData.refill(passed)
        windowUpdates.refill(passed)
        madeResets.refill(passed)
        passedOver.refill(passed)
    }
}

/// A token bucket, initially full.
struct TokenBucket {
    private let burst: Int64
    /// Tokens per second.
    private let rate: Int64
    /// In thousandths of a token.
    private var level: Int64

    init(burst: Int64, rate: Int64) {
        self.burst = burst
        self.rate = rate
        level = burst * 1000
    }

    mutating func refill(_ milliseconds: Int64) { add(min(milliseconds, 1_000_000) * rate) }

    mutating func add(_ thousandths: Int64) { level = min(burst * 1000, level + thousandths) }

    /// Returns `false` if the bucket is empty.
    mutating func spend(_ count: Int64 = 1) -> Bool {
        level -= count * 1000
        return level >= 0
    }
}
