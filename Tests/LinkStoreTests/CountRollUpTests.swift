import ByteText
import Glibc
import TestSupport
import Testing

@testable import LinkStore

/// Old counts become sums of months, of years or of all days.
@Suite("Rolled-up counts")
struct CountRollUpTests {
    private static let today = UInt32(20_500)

    private static func total(_ counts: [LinkCount]) -> [String: UInt64] {
        counts.reduce(into: [:]) { $0["\($1.event) \($1.platform)", default: 0] += $1.count }
    }

    /// Days from 2025-12-30 to 2026-02-01, rolled up on 2026-02-16 keeping 20 days.
    @Test func aMonthHasItsOldDays() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let now = try #require(CivilTime.days(year: 2026, month: 2, day: 16))
        let dates = [(2025, 12, 30), (2025, 12, 31), (2026, 1, 1), (2026, 1, 26), (2026, 1, 27), (2026, 2, 1)]
        let days = try dates.map { UInt32(try #require(CivilTime.days(year: $0, month: $1, day: $2))) }
        try store.apply(.count(days.map { LinkCount(id: 7, day: $0, event: .scan, platform: .ios, count: 2) }))
        try store.apply(.count(days.map { LinkCount(id: 7, day: $0, event: .click, platform: .ios, count: 3) }))
        let before = try store.totals(of: 7)
        try roll(store, CountRetention(keepDays: 20, rollUp: .month), UInt32(now))
        let counts = try store.counts(of: 7, days: 0...LinkCount.lastDay)
        let clicks = counts.filter { $0.event == .click }
        #expect(clicks.map(\.period) == [.month, .month, .day, .day])
        #expect(clicks.map(\.day) == [days[0] - 29, days[2], days[4], days[5]])
        #expect(clicks.map(\.count) == [6, 6, 3, 3])
        #expect(counts.filter { $0.event == .scan }.map(\.count) == [4, 4, 2, 2])
        // A month is listed under its first day.
        #expect(try store.counts(of: 7, days: days[3]...UInt32(now)).map(\.day).allSatisfy { $0 >= days[4] })
        try roll(store, CountRetention(keepDays: 20, rollUp: .earlier), UInt32(now))
        let sums = try store.counts(of: 7, days: 0...LinkCount.lastDay).filter { $0.event == .click }
        #expect(sums.map(\.period) == [.earlier, .day, .day] && sums.map(\.count) == [12, 3, 3])
        #expect(try store.totals(of: 7) == before && store.clicks(of: [7]) == [18])
    }

    /// Rolls up all counters, as the writer does.
    private func roll(_ store: LinkStore, _ retention: CountRetention, _ today: UInt32) throws {
        store.settle()
        var roller = CountRoller()
        while roller.step(store.core, retention, now: Int64(today) * 86_400) {}
    }

    @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func sumsNeverChange(seed: UInt64) throws {
        let scratch = ScratchDirectory()
        var random = SplitMix64(seed: seed)
        var expected: [UInt64: [String: UInt64]] = [:]
        var today = Self.today
        var oldest = CountRetention(keepDays: 3, rollUp: .day)
        for _ in 0..<3 {
            let store = try LinkStore(directory: scratch.path)
            for _ in 0..<12 {
                var counts: [LinkCount] = []
                for _ in 0..<Int.random(in: 0...40, using: &random) {
                    counts.append(
                        LinkCount(
                            id: UInt64.random(in: 1...6, using: &random),
                            day: today - UInt32.random(in: 0...900, using: &random),
                            event: LinkCount.Event.allCases.randomElement(using: &random)!,
                            platform: LinkCount.Platform.allCases.randomElement(using: &random)!,
                            count: UInt64.random(in: 1...9, using: &random)))
                }
                try store.apply(.count(counts))
                for count in counts {
                    expected[count.id, default: [:]]["\(count.event) \(count.platform)", default: 0] += count.count
                }
                oldest.keepDays = Int.random(in: 1...400, using: &random)
                oldest.rollUp = LinkCount.Period.allCases.randomElement(using: &random)!
                try roll(store, oldest, today)
                today += UInt32.random(in: 0...60, using: &random)
                for id in UInt64(1)...6 {
                    let counts = try store.counts(of: id, days: 0...LinkCount.lastDay)
                    #expect(Self.total(counts) == expected[id] ?? [:], "seed \(seed)")
                    #expect(Self.total(try store.totals(of: id)) == expected[id] ?? [:], "seed \(seed)")
                    let days = counts.filter { $0.period < oldest.rollUp && $0.period == .day }
                    #expect(days.allSatisfy { Int($0.day) >= Int(today) - 60 - oldest.keepDays }, "seed \(seed)")
                }
            }
        }
    }

    /// The writer rolls up automatically, concurrent with changes.
    @Test func theWriterRollsUpWhileItIsIdle() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let today = UInt32(time(nil) / 86_400)
        for id in UInt64(1)...60 {
            try store.apply(
                .count((0..<100).map { LinkCount(id: id, day: today - $0, event: .click, platform: .other, count: 1) }))
        }
        store.keepCounts(CountRetention(keepDays: 10, rollUp: .earlier))
        let limit = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < limit, try store.counts(of: 60, days: 0...LinkCount.lastDay).count > 12 {
            try store.apply(.count([LinkCount(id: 61, day: today, event: .click, platform: .other, count: 1)]))
        }
        for id in UInt64(1)...60 {
            let counts = try store.counts(of: id, days: 0...LinkCount.lastDay)
            #expect(counts.count == 12 && counts[0].period == .earlier && counts[0].count == 89)
        }
        #expect(try store.clicks(of: [1, 60]) == [100, 100])
    }
}
