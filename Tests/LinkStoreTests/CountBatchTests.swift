import Testing

@testable import LinkStore

@Suite struct CountBatchTests {
    @Test func drainsTheSumsOfWhatWasAddedByLinkAndDay() {
        var random = SystemRandomNumberGenerator()
        var batch = CountBatch()
        for _ in 0..<3 {
            var sums: [LinkCount: UInt64] = [:]
            for _ in 0..<5_000 {
                let id = UInt64.random(in: 1...300, using: &random) << UInt64.random(in: 0...40, using: &random)
                let day = UInt32.random(in: 19_999...20_001, using: &random)
                let platform = LinkCount.Platform.allCases.randomElement(using: &random)!
                let outcome = LinkCount.Event.allCases.dropFirst().dropLast().randomElement(using: &random)!
                let (hasOutcome, isScan) = (Bool.random(using: &random), Bool.random(using: &random))
                batch.add(id: id, day: day, hasOutcome ? outcome : nil, platform, isScan: isScan)
                if isScan {
                    sums[LinkCount(id: id, day: day, event: .scan, platform: platform, count: 0), default: 0] += 1
                }
                sums[LinkCount(id: id, day: day, event: .click, platform: platform, count: 0), default: 0] += 1
                guard hasOutcome else { continue }
                sums[LinkCount(id: id, day: day, event: outcome, platform: platform, count: 0), default: 0] += 1
            }
            let drained = batch.drain()
            var found: [LinkCount: UInt64] = [:]
            for count in drained {
                var key = count
                key.count = 0
                found[key, default: 0] += count.count
            }
            #expect(found == sums)
            #expect(zip(drained, drained.dropFirst()).allSatisfy { ($0.id, $0.day) <= ($1.id, $1.day) })
            #expect(batch.isEmpty)
        }
    }

    @Test func isFullBeforeItsTableIs() {
        var batch = CountBatch()
        var id: UInt64 = 0
        while !batch.isFull {
            id += 1
            batch.add(id: id, day: 1, .appOpen, .ios)
        }
        #expect(id == UInt64(CountBatch.capacity))
        #expect(batch.drain().count == 2 * CountBatch.capacity)
    }

    /// The file has room for this many platforms, and a day for this many counters; a batch has two bits for the platform.
    @Test func countersHaveRoomForAllThereAre() {
        #expect(CounterValue.platforms == LinkCount.Platform.allCases.count)
        // Scans and claims share a value of their own.
        let (beside, others) = LinkCount.Event.allCases.reduce(into: (0, 0)) { sums, event in
            if event.isBesideScans { sums.0 += 1 } else { sums.1 += 1 }
        }
        #expect(CounterValue.slotCount == others * CounterValue.platforms && beside <= others)
    }
}
