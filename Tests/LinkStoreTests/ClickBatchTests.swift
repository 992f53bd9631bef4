import ByteText
import TestSupport
import Testing

@testable import LinkStore

@Suite("Batches of clicks")
struct ClickBatchTests {
    private static func click(
        id: UInt64, day: UInt32, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool, site: UInt16
    ) -> ClickDetail {
        var click = ClickDetail()
        (click.id, click.site) = (id, site)
        click.place = day << 8 | UInt32(ClickKind(outcome, platform, isScan: isScan).number)
        return click
    }

    @Test(
        "a batch has the counts of its links and sites by ID and day",
        arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func sums(seed: UInt64) {
        print("ClickBatchTests.sums seed \(seed)")
        var random = SplitMix64(seed: seed)
        var batch = ClickBatch()
        batch.names.sites = ["one", "two"]
        let siteIDs: [UInt64?] = [SiteID.id(of: "one"), SiteID.id(of: "two"), nil]
        for _ in 0..<3 {
            var sums: [LinkCount: UInt64] = [:]
            for _ in 0..<5_000 {
                let id = UInt64.random(in: 1...300, using: &random) << UInt64.random(in: 0...40, using: &random)
                let day = UInt32.random(in: 19_999...20_001, using: &random)
                let platform = LinkCount.Platform.allCases.randomElement(using: &random) ?? .other
                let events = LinkCount.Event.allCases.dropFirst().dropLast()
                let outcome = Bool.random(using: &random) ? events.randomElement(using: &random) : nil
                let isScan = Bool.random(using: &random)
                let site = Int.random(in: 0...2, using: &random)
                let click = Self.click(
                    id: id, day: day, outcome, platform, isScan: isScan, site: site == 2 ? .max : UInt16(site))
                batch.add(click, host: Span(), key: Span())
                for id in [id, siteIDs[site]].compactMap({ $0 }) {
                    for event in [.click, outcome, isScan ? .scan : nil].compactMap({ $0 }) {
                        sums[LinkCount(id: id, day: day, event: event, platform: platform, count: 0), default: 0] += 1
                    }
                }
            }
            let drained = batch.drain().counts
            var found: [LinkCount: UInt64] = [:]
            for count in drained {
                var key = count
                key.count = 0
                found[key, default: 0] += count.count
            }
            #expect(found == sums)
            #expect(zip(drained, drained.dropFirst()).allSatisfy { ($0.id, $0.day) <= ($1.id, $1.day) })
            let isEmpty = batch.isEmpty
            #expect(isEmpty)
        }
    }

    @Test("a batch is full by its clicks or by their texts", arguments: [0, 1, 99, 100, 101, 500])
    func full(length: Int) {
        var batch = ClickBatch()
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        var count = 0
        while !batch.isFull {
            count += 1
            let click = Self.click(id: UInt64(count), day: 1, .appOpen, .ios, isScan: false, site: .max)
            batch.add(click, host: text.span, key: text.span)
        }
        let isLong = length > Breakdown.longestValue
        let fitting = length == 0 || isLong ? .max : (1 << 18) / (2 * length)
        #expect(count == min(ClickBatch.capacity, fitting))
        let (counts, details) = batch.drain()
        #expect(counts.count == 2 * count && details.clicks.count == count)
        for click in details.clicks {
            #expect(details.host(of: click).count == (isLong ? 0 : length))
            #expect(details.key(of: click).count == (isLong ? 0 : length))
        }
        let isFull = batch.isFull
        #expect(!isFull)
    }

    /// The file has room for this many platforms, and a day for this many counters; a batch has two bits for the platform.
    @Test func countersHaveRoomForAllThereAre() {
        #expect(CounterValue.platforms == LinkCount.Platform.allCases.count)
        // Scans and claims share a value of their own.
        let (scans, others) = LinkCount.Event.allCases.reduce(into: (0, 0)) { sums, event in
            if event.isBesideScans { sums.0 += 1 } else { sums.1 += 1 }
        }
        #expect(CounterValue.slotCount == others * CounterValue.platforms && scans <= others)
    }
}
