import ByteText
import LMDB
import TestSupport
import Testing

@testable import LinkStore

/// A sorted load leaves the same store as batches, to the byte.
@Suite("sorted loads")
struct SortedLoadTests {
    private static func records(_ count: Int, _ random: inout SplitMix64) -> [LinkRecord] {
        let spread = UInt64([count / 2, count * 4].randomElement(using: &random)! + 1)
        let changes = Bool.random(using: &random)
        return (0..<count).map { number in
            let host = ["a.example.com", "b.example.com/go"].randomElement(using: &random)!
            let key = LinkKey.known("\(host)/\(random.next() % spread)")
            var record = LinkRecord(
                key: key, longLink: "https://www.example.com/\(random.next() % 2)",
                created: Int64(random.next() % 50) - 10)
            if changes { record.updated = record.created + Int64(random.next() % 3) }
            record.tags = ["red", "green"].filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
            if Bool.random(using: &random) { record.note = String(repeating: "n", count: number % 11 * 500) }
            record.fingerprint = Bool.random(using: &random) ? nil : LinkFingerprint(high: random.next() % 4, low: 0)
            return record
        }
    }

    /// The results of a load: for each repeated link, the index of the link that it repeats and whether both are equal.
    private struct Said: Equatable {
        var made: [Int] = []
        var repeated: [Int: [Int]] = [:]
        var others: [String]?
    }

    private static func load(
        _ records: [LinkRecord], into store: LinkStore, _ pieces: SortedLoad.Pieces, _ random: inout SplitMix64,
        meanwhile: (LinkStore) throws -> Void = { _ in }
    ) throws -> Said {
        let load = try #require(try SortedLoad.begin(store, pieces))
        var start = 0
        while start < records.count {
            let count = min(records.count - start, Int.random(in: 1...100, using: &random))
            let first = start
            try load.add(Array(records[start..<(start + count)])) { index, note in
                note = Array("\(first + index)".utf8)
            }
            start += count
        }
        try meanwhile(store)
        var said = Said()
        let others = try load.finish { note, repetition in
            let index = Self.number([UInt8](copying: note))
            guard let repetition else { return said.made.append(index) }
            said.repeated[index] = [Self.number(repetition.firstNote), repetition.isSame ? 1 : 0]
        }
        said.others = others?.map(\.text)
        return said
    }

    private static func number(_ note: [UInt8]) -> Int { Int(String(decoding: note, as: UTF8.self))! }

    private static func pieces(_ random: inout SplitMix64) -> SortedLoad.Pieces {
        var pieces = SortedLoad.Pieces()
        pieces.linkBytes = [1, 5_000, 1 << 20].randomElement(using: &random)!
        pieces.indexBytes = [1, 3_000, 1 << 20].randomElement(using: &random)!
        pieces.commitBytes = [1, 20_000, 1 << 20].randomElement(using: &random)!
        return pieces
    }

    /// All entries of all tables, as text.
    private static func tables(_ scratch: ScratchDirectory) throws -> [String: [String]] {
        let environment = try LMDBEnvironment(path: scratch.file)
        var transaction = try environment.beginReading()
        var tables: [String: [String]] = [:]
        for name in UnfinishedTables.names + ["counts", "documents", "meta"] {
            let table = try transaction.openDatabase(name, creating: false)
            var cursor = try transaction.cursor(in: table)
            var entries: [String] = []
            while try cursor.move(entries.isEmpty ? .first : .next) {
                entries.append("\([UInt8](copying: cursor.currentKey)) \([UInt8](copying: cursor.currentValue))")
            }
            tables[name] = entries
        }
        for name in UnfinishedTables.names {
            #expect(try !transaction.hasDatabase(UnfinishedTables.unfinished(name)))
        }
        return tables
    }

    @Test("as many loads in the order of the file", arguments: [UInt64.random(in: 0...UInt64.max), 1])
    func parity(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for count in [0, 1, 40, 700] {
            let (one, many) = (ScratchDirectory(), ScratchDirectory())
            let records = Self.records(count, &random)
            do {
                let (slow, fast) = (try LinkStore(directory: one.path), try LinkStore(directory: many.path))
                var expected = Said(others: [])
                var firsts: [LinkKey: Int] = [:]
                for (index, record) in records.enumerated() {
                    let refusal = try slow.apply(.load([record])).refusals.first
                    guard let refusal else {
                        firsts[record.key] = index
                        continue
                    }
                    expected.repeated[index] = [firsts[record.key]!, refusal.error == nil ? 1 : 0]
                }
                expected.made = firsts.sorted { $0.key < $1.key }.map(\.value)
                let said = try Self.load(records, into: fast, Self.pieces(&random), &random)
                #expect(said == expected, "seed \(seed), \(count) links")
                #expect(try fast.check().findings == [])
            }
            let (left, right) = (try Self.tables(many), try Self.tables(one))
            let differing = left.keys.filter { left[$0] != right[$0] }
            #expect(differing == [], "seed \(seed), \(count) links")
        }
    }

    @Test("links of others stay, from before and from during the load", arguments: [UInt64.random(in: 0...UInt64.max)])
    func others(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let scratch = ScratchDirectory()
        let records = Self.records(300, &random)
        let keys = Set(records.map(\.key)).sorted()
        func other(_ key: LinkKey) -> LinkRecord {
            var record = LinkRecord(key: key, longLink: "https://other.example/", created: 5)
            record.tags = ["other"]
            return record
        }
        let store = try LinkStore(directory: scratch.path)
        try store.apply(.load([other(keys[3]), other(.known("c.example.com/x")), other(keys[9])]))
        try store.apply(.load([other(keys[4]), other(keys[5])]))
        try store.apply(.delete(keys[9], at: 6))
        let before = try [keys[3], keys[9], .known("c.example.com/x")].map { try #require(try store.link($0)) }
        let changed = try [keys[4], keys[5]].map { try #require(try store.link($0)) }
        let count = LinkCount(id: changed[0].id, day: 3, event: .click, platform: .ios, count: 2)
        let said = try Self.load(records, into: store, Self.pieces(&random), &random) { store in
            try store.apply(.load([other(keys[0]), other(.known("c.example.com/y"))]))
            var patch = LinkPatch()
            patch.name = "changed"
            try store.apply(.update(keys[4], patch, at: 7))
            try store.apply(.delete(keys[5], at: 7))
            try store.apply(.count([count]))
        }
        #expect(said.others == [keys[0], keys[3], keys[4], keys[5], keys[9]].map(\.text), "seed \(seed)")
        let check = try store.check()
        #expect(check.findings == [], "seed \(seed)")
        #expect(check.links == keys.count - 2 + 2 && check.deleted == 2)
        for key in [keys[0], keys[3], keys[4], .known("c.example.com/x"), .known("c.example.com/y")] {
            #expect(try store.link(key)?.longLink == "https://other.example/")
        }
        for record in before { #expect(try store.link(record.key) == record) }
        let now = try changed.map { try #require(try store.link($0.key)) }
        #expect(now.map(\.id) == changed.map(\.id) && now.map(\.revision) == changed.map { $0.revision + 1 })
        #expect(now[0].name == "changed" && now[1].isDeleted)
        #expect(try store.totals(of: count.id).map(\.count) == [2])
        var ids: Set<UInt64> = []
        for key in keys { ids.insert(try #require(try store.link(key)).id) }
        #expect(ids.count == keys.count)
    }

    @Test("too many links of others: nothing is created, and the added links can be recovered")
    func tooMany() throws {
        var random = SplitMix64(seed: 3)
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var pieces = SortedLoad.Pieces()
        pieces.mostOthers = 1
        let records = Self.records(50, &random)
        let load = try #require(try SortedLoad.begin(store, pieces))
        #expect(try SortedLoad.begin(store, pieces) == nil, "one load at a time")
        try load.add(records) { index, note in note = [UInt8(index)] }
        let others = (0..<2).map { LinkRecord(key: .known("c.example.com/\($0)"), longLink: "https://o/", created: 1) }
        try store.apply(.load(others))
        #expect(try load.finish { _, _ in } == nil)
        var back: [(LinkRecord, UInt8)] = []
        try load.forEach { record, note in back.append((record, note[0])) }
        let expected = records.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
        #expect(back.map(\.1) == expected.map { UInt8($0.offset) })
        #expect(zip(back, expected).allSatisfy { $0.0.hasSameContent(as: $1.element) && $0.0.key == $1.element.key })
        let check = try store.check()
        #expect(check.links == 2 && check.findings == [])
        #expect(try SortedLoad.begin(store, pieces) == nil, "it has too many now")
    }

    @Test("what an unfinished load leaves goes when the store is opened to be written, and not under a running one")
    func leftovers() throws {
        let scratch = ScratchDirectory()
        var random = SplitMix64(seed: 4)
        do {
            let store = try LinkStore(directory: scratch.path)
            let load = try #require(try SortedLoad.begin(store, SortedLoad.Pieces()))
            var runs = LoadRuns(directory: scratch.path, SortedLoad.Pieces())
            runs.add(Self.records(500, &random)) { _, _ in }
            _ = try load.fillTables(&runs) { _, _ in }
            store.core.discardUnfinishedTables()
            #expect(try Self.hasLeftovers(store), "the load still holds its lock")
            #expect(try store.check().links == 0)
        }
        do {
            let store = try LinkStore(directory: scratch.path, isReadOnly: true)
            #expect(try Self.hasLeftovers(store))
        }
        let store = try LinkStore(directory: scratch.path)
        #expect(try !Self.hasLeftovers(store))
        let said = try Self.load(Self.records(500, &random), into: store, SortedLoad.Pieces(), &random)
        #expect(try store.check().links == said.made.count)
    }

    @Test("a load begins with empty tables, whatever another one left that ended since the store was opened")
    func leftoversOfAnother() throws {
        let scratch = ScratchDirectory()
        var random = SplitMix64(seed: 7)
        let store = try LinkStore(directory: scratch.path)
        do {
            let load = try #require(try SortedLoad.begin(store, SortedLoad.Pieces()))
            var runs = LoadRuns(directory: scratch.path, SortedLoad.Pieces())
            runs.add(Self.records(500, &random)) { _, _ in }
            _ = try load.fillTables(&runs) { _, _ in }
        }
        #expect(try Self.hasLeftovers(store))
        // Their keys all sort after the ones left behind.
        let keys = (0..<300).map { LinkKey.known("c.example.com/\($0)") }
        let records = keys.map { LinkRecord(key: $0, longLink: "https://o/", created: 1) }
        let said = try Self.load(records, into: store, SortedLoad.Pieces(), &random)
        #expect(said.made.count == 300)
        let check = try store.check()
        #expect(check.links == 300 && check.findings == [])
    }

    @Test("the bytes of the file that nothing is in are known")
    func freeBytes() throws {
        let scratch = ScratchDirectory()
        var random = SplitMix64(seed: 8)
        let store = try LinkStore(directory: scratch.path)
        let load = try #require(try SortedLoad.begin(store, SortedLoad.Pieces()))
        var runs = LoadRuns(directory: scratch.path, SortedLoad.Pieces())
        let records = Self.records(3_000, &random)
        runs.add(records) { _, note in note = [UInt8](repeating: 0, count: 1_000) }
        var bare = LoadRuns(directory: scratch.path, SortedLoad.Pieces())
        bare.add(records) { _, _ in }
        #expect(runs.tableBytes == bare.tableBytes, "notes do not count")
        let before = try store.core.freeBytes()
        _ = try load.fillTables(&runs) { _, _ in }
        let full = try store.extent().fileBytes
        store.core.discardUnfinishedTables(load.lock)
        let free = try store.core.freeBytes()
        #expect(free > before && free > full / 2 && free < full, "\(free) of \(full)")
        _ = try load.fillTables(&bare) { _, _ in }
        #expect(try store.core.freeBytes() < free / 2)
        // Free pages are reused, so the file hardly grows.
        #expect(try store.extent().fileBytes < full + full / 4)
    }

    @Test("a store with a link that can't be read is filled in other ways")
    func damaged() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let key = LinkKey.known("c.example.com/x")
        try store.apply(.load([LinkRecord(key: key, longLink: "https://o/", created: 1)]))
        var transaction = try store.core.environment.beginWriting()
        let (name, value) = (Array(key.text.utf8), [UInt8(1)])
        try transaction.put(value.span, for: name.span, in: store.core.databases.links)
        try transaction.commit()
        #expect(throws: StoreError.self) { try store.link(key) }
        #expect(try SortedLoad.begin(store, SortedLoad.Pieces()) == nil)
    }

    private static func hasLeftovers(_ store: LinkStore) throws -> Bool {
        let look = try store.core.environment.beginReading()
        return try look.hasDatabase(UnfinishedTables.unfinished("links"))
    }

    @Test("who looks into the store while its tables are filled sees none of the links, and afterwards all")
    func concurrency() throws {
        let scratch = ScratchDirectory()
        var random = SplitMix64(seed: 5)
        let store = try LinkStore(directory: scratch.path)
        var pieces = SortedLoad.Pieces()
        pieces.commitBytes = 2_000
        let records = Self.records(2_000, &random)
        let load = try #require(try SortedLoad.begin(store, pieces))
        try load.add(records) { _, _ in }
        var seen: [Int] = []
        var number = 0
        let others = try load.finish { _, _ in
            number += 1
            guard number.isMultiple(of: 100) else { return }
            seen.append((try? store.check().links) ?? -1)
        }
        #expect(others == [])
        #expect(Set(seen) == [0])
        #expect(try store.check().links == Set(records.map(\.key)).count)
    }

    @Test("a reader of the click path that was there before finds the links, at once and with a view that it keeps")
    func readers() throws {
        let scratch = ScratchDirectory()
        var random = SplitMix64(seed: 6)
        let store = try LinkStore(directory: scratch.path)
        let records = Self.records(200, &random)
        var reader = try store.makeReader()
        reader.keepsView = true
        var arena = ByteArena()
        let key = arena.append(records[0].key.text)
        #expect(reader.find(key, at: nil, in: &arena) == .unknown)
        let load = try #require(try SortedLoad.begin(store, SortedLoad.Pieces()))
        try load.add(records) { _, _ in }
        #expect(try load.finish { _, _ in } == [])
        let answer = reader.find(key, at: nil, in: &arena)
        guard case .found(let longLink, _, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(arena.string(longLink) == records[0].longLink)
    }
}
