import ByteText
import LinkStore
import TestSupport
import Testing

/// A store that follows a source of truth, here a dictionary: pages in any portions, rows ahead of their pages, shards
/// resynced, the store closed and reopened in between.
@Suite struct ReplicaTests {
    /// Regression: with the first seed, a transaction freed a page that it had allocated past the end of the file. LMDB
    /// did not write it, and the store took its file for truncated.
    @Test(arguments: [7_039_094_503_427_707_740] + (0..<2).map { _ in UInt64.random(in: 0...UInt64.max) })
    func aReplicaBecomesWhatItsSourceIs(seed: UInt64) throws {
        let scratch = ScratchDirectory()
        var source = Source(seed: seed)
        let identity = ReplicaIdentity(source: 7, node: "one", incarnation: 1)
        for _ in 0..<6 {
            let store = try LinkStore(directory: scratch.path)
            try store.become(identity)
            for _ in 0..<30 { try source.step(store) }
            try source.catchUp(store)
            try source.compare(store)
        }
    }

    @Test func aShardReadAfreshIsServedFromTheOldStateUntilTheSwap() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        let lost = row("links.example.com/lost", version: 3)
        try follow(store, [lost], cursor: 3)
        let kept = row("links.example.com/kept", version: 2)
        try store.apply(.replicate(.gather(page([kept], cursor: 2))))
        #expect(try store.link(lost.key) != nil)
        #expect(try store.link(kept.key) == nil)
        let ahead = row("links.example.com/ahead", version: 9)
        let shards = Set([lost, kept, ahead].map(\.shard)).sorted()
        var last: LinkKey?
        #expect(try store.linksLostBySwap(of: Set(shards), after: &last).map(\.key) == [lost.key])
        #expect(last == nil)
        let positions = try store.apply(.replicate(.swap(shards, and: [ahead]))).positions
        #expect(try store.link(lost.key) == nil)
        #expect(try store.link(kept.key)?.revision == 2)
        #expect(try store.link(ahead.key)?.revision == 9)
        let position = try #require(positions.first { $0.shard == ahead.shard })
        #expect(position.digest == [kept, ahead].filter { $0.shard == ahead.shard }.reduce(0) { $0 &+ $1.term })
        #expect(try store.check().findings == [])
    }

    /// Regression: a node with a new store creates its readers before its source has answered. They took the store for
    /// a standalone one, and each such node allowed the maximum on its own until it was restarted.
    @Test func aReaderThatWasThereBeforeKnowsThatClicksAreShared() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var reader = try store.makeReader()
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        var record = LinkRecord(
            key: .known("links.example.com/limited"), longLink: "https://example.com/", created: 1_000)
        record.maximumClicks = 5
        try follow(store, [ReplicaRow(record.numbered(1 << 8 | 1, version: 1))], cursor: 1)
        var arena = ByteArena()
        guard case .unleased(_, 5) = reader.find(arena.append(record.key.text), at: nil, in: &arena) else {
            Issue.record("the reader counts for itself")
            return
        }
    }

    @Test func aRowOfANewerFormatLeavesTheLinkAsItWas() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        let old = row("links.example.com/a", version: 1)
        try follow(store, [old], cursor: 1)
        let new = ReplicaRow(key: old.key, shard: old.shard, version: 2, format: 200, body: [1, 2, 3])
        let positions = try follow(store, [new], cursor: 2)
        #expect(try store.link(old.key)?.revision == 1)
        #expect(positions.first?.refused == 1)
        #expect(positions.first?.cursor == 2)
    }

    @Test func countsAreUnsentUntilTheSourceHasThem() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        var count = LinkCount(id: 5, day: 100, event: .click, platform: .ios, count: 2)
        try store.apply(.count([count]))
        #expect(try store.unsentCounts(limit: 10) == [count])
        try store.apply(.count([count]))
        try store.apply(.replicate(.sent([SentCounts(id: 5, day: 100, sum: 2)], of: 1)))
        count.count = 4
        #expect(try store.unsentCounts(limit: 10) == [count], "they have grown since")
        try store.apply(.replicate(.sent([SentCounts(id: 5, day: 100, sum: 4)], of: 1)))
        #expect(try store.unsentCounts(limit: 10) == [])
        try store.become(ReplicaIdentity(source: 7, node: "two", incarnation: 2))
        #expect(try store.totals(of: 5) == [], "they are another node's")
    }

    @Test func scansAreSentBesideTheClicksThatTheyAre() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        let counts = [LinkCount.Event.click, .scan].map {
            LinkCount(id: 5, day: 100, event: $0, platform: .ios, count: 2)
        }
        try store.apply(.count(counts))
        #expect(try store.unsentCounts(limit: 10) == counts)
        try store.apply(.replicate(.sent([SentCounts(id: 5, day: 100, sum: 4)], of: 1)))
        #expect(try store.unsentCounts(limit: 10) == [])
    }

    @Test func aStoreOfItsOwnFollowsNobody() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        #expect(throws: StoreError.notReplica(path: scratch.file)) {
            try store.apply(.replicate(.forgetGathered))
        }
    }

    private func row(_ key: String, version: UInt64) -> ReplicaRow {
        let record = LinkRecord(key: .known(key), longLink: "https://www.example.com/\(version)", created: 1_000)
        return ReplicaRow(record.numbered(version << 8 | 1, version: version))
    }

    private func page(_ rows: [ReplicaRow], cursor: UInt64) -> ReplicaPage {
        ReplicaPage(
            rows: rows, steps: Set(rows.map(\.shard)).map { ReplicaPage.Step(shard: $0, epoch: 0, cursor: cursor) })
    }

    @discardableResult
    private func follow(_ store: LinkStore, _ rows: [ReplicaRow], cursor: UInt64) throws -> [ShardPosition] {
        try store.apply(.replicate(.follow(page(rows, cursor: cursor)))).positions
    }
}

/// A source of truth in memory that updates a replica.
private struct Source {
    private let seed: UInt64
    private var random: SplitMix64
    private var rows: [LinkKey: ReplicaRow] = [:]
    private var heads: [UInt8: UInt64] = [:]

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
    }

    private var comment: Comment { "seed \(seed)" }

    mutating func step(_ store: LinkStore) throws {
        for _ in 0..<Int.random(in: 1...12, using: &random) { change() }
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<3: try follow(store, shards: (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 3: try putAhead(store)
        case 4: try catchUp(store)
        default: try readAfresh(store)
        }
    }

    /// Creates, changes or deletes a link.
    private mutating func change() {
        let key = LinkKey.known("links.example.com/K\(Int.random(in: 0..<80, using: &random))")
        let shard = LinkBody.shard(of: key)
        let version = heads[shard, default: 0] + 1
        heads[shard] = version
        var record = LinkRecord(key: key, longLink: "https://www.example.com/\(random.next())", created: 1_000)
        record.tags = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
        record.fingerprint = Bool.random(using: &random) ? LinkFingerprint(high: 1, low: version) : nil
        record = record.numbered(rows[key]?.record?.id ?? LinkBody.makeID(), version: version)
        if Int.random(in: 0..<5, using: &random) == 0 {
            record = record.tombstone(at: 2_000).numbered(record.id, version: version)
        }
        rows[key] = ReplicaRow(record)
    }

    private func page(of shard: UInt8, after cursor: UInt64, limit: Int = .max) -> (ReplicaPage, isLast: Bool) {
        let found = rows.values.filter { $0.shard == shard && $0.version > cursor }.sorted { $0.version < $1.version }
        let some = Array(found.prefix(limit))
        let isLast = some.count == found.count
        let end = isLast ? heads[shard, default: 0] : some.last?.version ?? 0
        return (ReplicaPage(rows: some, steps: [.init(shard: shard, epoch: 0, cursor: end)]), isLast)
    }

    private mutating func follow(_ store: LinkStore, shards: [UInt8]) throws {
        for shard in shards {
            let cursor = try store.positions()[Int(shard)].cursor
            let (page, _) = page(of: shard, after: cursor, limit: Int.random(in: 1...3, using: &random))
            try store.apply(.replicate(.follow(page)))
        }
    }

    /// Applies a row ahead of its page, like a node that has written it itself.
    private func putAhead(_ store: LinkStore) throws {
        guard let row = rows.values.max(by: { $0.key < $1.key }) else { return }
        let positions = try store.apply(.replicate(.follow(ReplicaPage(rows: [row])))).positions
        #expect(positions.first?.cursor ?? 0 <= heads[row.shard, default: 0], comment)
        #expect(try store.link(row.key)?.revision == row.version, comment)
    }

    mutating func catchUp(_ store: LinkStore) throws {
        for (shard, position) in try store.positions().enumerated() {
            let (page, _) = page(of: UInt8(shard), after: position.cursor)
            try store.apply(.replicate(.follow(page)))
        }
    }

    private mutating func readAfresh(_ store: LinkStore) throws {
        // A row of a lost tail of the source.
        let ghost = LinkRecord(key: .known("links.example.com/ghost"), longLink: "https://g.example/", created: 1)
        let row = ReplicaRow(ghost.numbered(1, version: heads[LinkBody.shard(of: ghost.key), default: 0] + 100))
        try store.apply(.replicate(.follow(ReplicaPage(rows: [row]))))
        let shards = (0..<LinkBody.shards).map { UInt8($0) }
        for shard in shards { try store.apply(.replicate(.gather(page(of: shard, after: 0).0))) }
        #expect(try store.link(row.key) != nil, comment)
        try store.apply(.replicate(.swap(shards, and: [])))
        #expect(try store.link(row.key) == nil, comment)
    }

    /// The replica has the source's links and digests.
    func compare(_ store: LinkStore) throws {
        for row in rows.values { #expect(try store.link(row.key) == row.record, comment) }
        for position in try store.positions() {
            let own = rows.values.filter { $0.shard == position.shard }
            #expect(position.digest == own.reduce(0) { $0 &+ $1.term }, comment)
            #expect(position.live == UInt64(own.filter { $0.record?.isDeleted == false }.count), comment)
            #expect(position.cursor == heads[position.shard, default: 0], comment)
        }
        #expect(try store.check().findings == [], comment)
    }
}
