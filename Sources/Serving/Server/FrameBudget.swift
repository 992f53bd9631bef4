import NGHTTP2

/// What a connection may send besides requests before it counts as a flood: frames that cost the server and bring nobody
/// anything.
///
/// Each kind has a budget that refills with time, and some refill with what calls for such frames: every frame of content that
/// is sent may be answered with a WINDOW_UPDATE or two.
struct FrameBudget {
    private var settings = TokenBucket(burst: 32, rate: 1)
    private var pings = TokenBucket(burst: 128, rate: 16)
    private var priorities = TokenBucket(burst: 512, rate: 128)
    private var emptyData = TokenBucket(burst: 128, rate: 16)
    private var windowUpdates = TokenBucket(burst: 1024, rate: 256)
    private var madeResets = TokenBucket(burst: 100, rate: 10)
    private var passedOver = TokenBucket(burst: 512, rate: 128)
    private var stamp: Int64

    /// - Parameter now: milliseconds of the monotonic clock, as everywhere here.
    init(now: Int64) { stamp = now }

    /// Takes a frame that has arrived into account; returns what it is part of, if it is too many.
    mutating func receive(_ frame: FrameHeader, now: Int64) -> ShedReason? {
        refill(now)
        switch frame.type {
        // One GOAWAY says it all; like SETTINGS, each further one is looked at for all streams.
        case .settings, .goAway: return settings.spend() ? nil : .settingsFlood
        case .ping: return pings.spend() ? nil : .pingFlood
        case .windowUpdate: return windowUpdates.spend() ? nil : .windowUpdateFlood
        case .priority: return priorities.spend() ? nil : .priorityFlood
        case .data where frame.length == 0 && !frame.endsStream: return spendEmptyData()
        default: return nil
        }
    }

    /// Takes a frame of content into account that held nothing but padding.
    mutating func receivePadding(now: Int64) -> ShedReason? {
        refill(now)
        return spendEmptyData()
    }

    private mutating func spendEmptyData() -> ShedReason? { emptyData.spend() ? nil : .emptyDataFlood }

    /// Takes frames into account that nothing came of: extensions that the server doesn't know (PRIORITY_UPDATE, GREASE), and
    /// what was under way for streams that are over.
    mutating func receivePassedOver(_ count: Int, now: Int64) -> ShedReason? {
        refill(now)
        for _ in 0..<count where !passedOver.spend() { return .passedOverFlood }
        return nil
    }

    /// Takes a request into account that has been answered: it may have come with a frame of its priority.
    mutating func receiveRequest() {
        priorities.add(1000)
        passedOver.add(1000)
    }

    /// Takes a frame of content that was sent into account.
    mutating func sendData() { windowUpdates.add(4_000) }

    /// Takes a reset into account that the peer made the server send (CVE-2025-8671).
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
