import Testing

@testable import Daemon
@testable import Telemetry

/// Rates from samples of monotonic counters.
@Suite("rate windows")
struct RateWindowsTests {
    private static func sample(_ requests: UInt64) -> ActivitySample {
        var sample = ActivitySample()
        (sample.requests, sample.clicks) = (requests, requests / 2)
        sample.decisions[0] = requests
        return sample
    }

    @Test("are the difference over the window, or over the available time if that is shorter")
    func rates() throws {
        var windows = RateWindows()
        #expect(windows.rates(over: 10_000) == nil)
        windows.add(Self.sample(0), at: 0)
        #expect(windows.rates(over: 10_000) == nil)
        windows.add(Self.sample(40), at: 4000)
        let early = try #require(windows.rates(over: 10_000))
        #expect(early.seconds == 4 && early.requests == 10 && early.clicks == 5 && early.decisions[0] == 10)
        // Ten per second for a while, then none.
        for second in 5...100 { windows.add(Self.sample(UInt64(min(second, 90) * 10)), at: Int64(second) * 1000) }
        let short = try #require(windows.rates(over: 10_000))
        #expect(short.seconds == 10 && short.requests == 0)
        let long = try #require(windows.rates(over: RateWindows.longest))
        #expect(long.seconds == 60 && long.requests == 500.0 / 60)
    }

    @Test("a count that has fallen is no rate, and samples of one moment are none")
    func odd() throws {
        var windows = RateWindows()
        windows.add(Self.sample(10), at: 1000)
        windows.add(Self.sample(20), at: 1000)
        #expect(windows.rates(over: 1000) == nil)
        windows.add(Self.sample(5), at: 2000)
        #expect(try #require(windows.rates(over: 1000)).requests == 0)
    }
}
