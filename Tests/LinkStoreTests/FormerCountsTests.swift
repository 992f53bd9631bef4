import LMDB
import TestSupport
import Testing

@testable import LinkStore

/// Unsent counts of earlier incarnations.
@Suite struct FormerCountsTests {
    private let scratch = ScratchDirectory()

    private static func identity(_ incarnation: UInt64, node: String = "one", source: UInt64 = 7) -> ReplicaIdentity {
        ReplicaIdentity(source: source, node: node, incarnation: incarnation)
    }

    private static func clicks(_ count: UInt64, _ id: UInt64, day: UInt32 = 100) -> LinkCount {
        LinkCount(id: id, day: day, event: .click, platform: .ios, count: count)
    }

    @Test func theyAreKeptUntilTheSourceHasThem() throws {
        var store: LinkStore? = try LinkStore(directory: scratch.path)
        try store?.become(Self.identity(9), isKnown: true)
        let all = LinkCount.Event.allCases.map {
            LinkCount(id: 5, day: 100, event: $0, platform: .android, count: UInt64($0.rawValue) + 1)
        }
        try store?.apply(.count(all + [Self.clicks(3, 6), Self.clicks(1, 8)]))
        try store?.apply(.replicate(.sent([SentCounts(id: 8, day: 100, sum: 1)], of: 9)))
        // A copy of the store counts the same links as another node.
        try store?.become(Self.identity(2, node: "two"))
        #expect(try store?.totals(of: 5) == [])
        #expect(try store?.registeredIncarnation() == 9)
        try store?.apply(.count([Self.clicks(4, 5)]))
        store = nil
        let next = try LinkStore(directory: scratch.path)
        #expect(try next.unsentCount() == 3)
        let former = try #require(try next.unsent(limit: 10))
        #expect(former.identity == Self.identity(9, node: "one") && former.isFormer && former.isKnown)
        #expect(former.counts == all + [Self.clicks(3, 6)])
        #expect(try next.unsent(limit: 1)?.counts == all)
        // An acknowledgment of an earlier sum, of a sum, and of one that another task has sent as well.
        for sum in [UInt64(2), 3, 3] {
            try next.apply(.replicate(.sent([SentCounts(id: 6, day: 100, sum: sum)], of: 9)))
            #expect(try next.unsentCount() == (sum == 2 ? 3 : 2))
        }
        try next.apply(.replicate(.sent([SentCounts(id: 5, day: 100, sum: 28)], of: 9)))
        let current = try #require(try next.unsent(limit: 10))
        #expect(current.identity == Self.identity(2, node: "two") && !current.isFormer && !current.isKnown)
        #expect(current.counts == [Self.clicks(4, 5)])
    }

    @Test func thoseOfOneIncarnationAreDropped() throws {
        let store = try LinkStore(directory: scratch.path)
        for incarnation in UInt64(1)...3 {
            try store.become(Self.identity(incarnation))
            try store.apply(.count((0..<5_000).map { Self.clicks(incarnation, $0) }))
        }
        #expect(try store.unsentCount() == 15_000)
        try store.apply(.replicate(.dropUnsent(of: 1)))
        #expect(try store.unsentCount() == 10_000)
        #expect(try store.unsent(limit: 10_000)?.counts == (0..<5_000).map { Self.clicks(2, $0) })
        // They mean nothing to another source.
        try store.become(Self.identity(4, source: 8))
        #expect(try store.unsentCount() == 0)
    }

    /// A store of a program that dropped them.
    @Test func aStoreOfAnEarlierVersionGetsItsDatabase() throws {
        _ = try LinkStore(directory: scratch.path)
        do {
            let environment = try LMDBEnvironment(path: scratch.file)
            var transaction = try environment.beginWriting()
            for name in ["gathered", "unsent"] { _ = try transaction.openDatabase(name, creating: true) }
            let documents = try transaction.openDatabase("documents", creating: false)
            let (key, bytes) = (LinkTransaction.ReplicaDocument.identity.key, Self.identity(1).stored)
            try transaction.put(bytes.span, for: key.span, in: documents)
            try transaction.commit()
        }
        let store = try LinkStore(directory: scratch.path)
        try store.apply(.count([Self.clicks(3, 6)]))
        #expect(try store.unsentCount() == 1)
        #expect(try store.unsent(limit: 10)?.isFormer == false)
        try store.become(Self.identity(2))
        let former = try #require(try store.unsent(limit: 10))
        #expect(former.identity == Self.identity(1) && former.isFormer && !former.isKnown)
        #expect(former.counts == [Self.clicks(3, 6)])
    }

    /// Clicks, restarts, sends, lost and late acknowledgments in any order: the source has the sum of all clicks.
    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func noOrderOfEventsLosesAClick(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var store: LinkStore? = try LinkStore(directory: scratch.path)
        var (incarnation, clicks) = (UInt64(1), UInt64(0))
        var source: [UInt64: [UInt64: UInt64]] = [:]
        var late: [ReplicaChange] = []
        try store?.become(Self.identity(1))
        for _ in 0..<300 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let count = Self.clicks(
                    UInt64.random(in: 1...3, using: &random), UInt64.random(in: 1...9, using: &random))
                try store?.apply(.count([count]))
                clicks += count.count
            case 5..<8:
                guard let unsent = try store?.unsent(limit: Int.random(in: 1...9, using: &random)) else { break }
                let (sums, owner) = (unsent.counts, unsent.identity.incarnation)
                for sum in sums {
                    source[owner, default: [:]][sum.id] = max(source[owner]?[sum.id] ?? 0, sum.count)
                }
                late.append(.sent(sums.map { SentCounts(id: $0.id, day: 100, sum: $0.count) }, of: owner))
                if Bool.random(using: &random) { try store?.apply(.replicate(late.randomElement(using: &random)!)) }
            case 8:
                store = nil
                store = try LinkStore(directory: scratch.path)
            default:
                incarnation += 1
                try store?.become(Self.identity(incarnation), isKnown: Bool.random(using: &random))
            }
        }
        while let unsent = try store?.unsent(limit: 3), !unsent.counts.isEmpty {
            let owner = unsent.identity.incarnation
            for sum in unsent.counts { source[owner, default: [:]][sum.id] = sum.count }
            let sums = unsent.counts.map { SentCounts(id: $0.id, day: 100, sum: $0.count) }
            try store?.apply(.replicate(.sent(sums, of: owner)))
        }
        #expect(source.values.reduce(0) { $1.values.reduce($0, +) } == clicks, "seed \(seed)")
        #expect(try store?.unsentCount() == 0)
    }
}
