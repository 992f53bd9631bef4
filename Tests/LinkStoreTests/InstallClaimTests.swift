import LinkStore
import Testing

/// Claims of apps, each recorded and counted once.
@Suite struct InstallClaimTests {
    private let scratch = ScratchDirectory()

    private func claim(_ number: UInt64, end: Int64, at time: Int64) -> InstallClaim {
        let count = LinkCount(id: 5, day: 100, event: .installClaim, platform: .android, count: 1)
        return InstallClaim(token: LinkFingerprint(high: number, low: 1), end: end, time: time, count: count)
    }

    @Test func aClaimIsNotedAndCountedOnce() throws {
        let store = try LinkStore(directory: scratch.path)
        #expect(try store.apply(.claim(claim(1, end: 1_000, at: 10))) == .claimed(since: 10))
        #expect(try store.apply(.claim(claim(1, end: 1_000, at: 30))) == .claimed(since: 10))
        #expect(try store.apply(.claim(claim(2, end: 1_000, at: 30))) == .claimed(since: 30))
        #expect(try store.counts(of: 5, days: 0...200).map(\.count) == [2])
    }

    @Test func claimsOutliveTheProcess() throws {
        for time in [10, 20] as [Int64] {
            let store = try LinkStore(directory: scratch.path)
            #expect(try store.apply(.claim(claim(1, end: 1_000, at: time))) == .claimed(since: 10))
        }
    }

    @Test func whatHasExpiredIsRemovedAndWhatHasNotIsKept() throws {
        let store = try LinkStore(directory: scratch.path)
        for number in 0..<100 {
            try store.apply(.claim(claim(UInt64(number), end: Int64(number), at: -1)))
        }
        try store.apply(.claim(claim(500, end: 1_000, at: -1)))
        // Each of these removes some of the first hundred.
        for number in 0..<20 { try store.apply(.claim(claim(600 + UInt64(number), end: 2_000, at: 200))) }
        #expect(try store.apply(.claim(claim(7, end: 7, at: 201))) == .claimed(since: 201), "it was removed")
        #expect(try store.apply(.claim(claim(500, end: 1_000, at: 300))) == .claimed(since: -1))
    }

    /// Scans and claims share a value in the file, but are counted separately.
    @Test func claimsAreCountedBesideScans() throws {
        let store = try LinkStore(directory: scratch.path)
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        var counts: [LinkCount] = []
        for (index, event) in LinkCount.Event.allCases.enumerated() {
            for platform in LinkCount.Platform.allCases {
                let count = UInt64(10 * index) + UInt64(platform.rawValue) + 1
                counts.append(LinkCount(id: 5, day: 100, event: event, platform: platform, count: count))
            }
        }
        try store.apply(.count(counts))
        #expect(try store.counts(of: 5, days: 100...100) == counts)
        #expect(try store.unsentCounts(limit: 10) == counts)
        #expect(try store.totals(of: 5).map(\.count) == counts.map(\.count))
        #expect(try store.apply(.claim(claim(1, end: 1_000, at: 10))) == .claimed(since: 10), "a replica's own")
    }
}
