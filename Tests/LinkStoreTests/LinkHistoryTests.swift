import LinkStore
import Testing

/// Regression: an operator replaced the target of a link by mistake, and the old one was lost.
@Suite struct LinkHistoryTests {
    private let scratch = ScratchDirectory()
    private static let key = LinkKey.known("a.b/One")

    private func store() throws -> LinkStore { try LinkStore(directory: scratch.path) }

    private static func made(_ store: LinkStore) throws -> LinkRecord {
        try store.create(LinkRecord(key: key, longLink: "https://www.example.com/0", created: 7))
    }

    private static func patch(_ target: Int, by author: String? = nil) -> LinkPatch {
        var patch = LinkPatch()
        patch.longLink = "https://www.example.com/\(target)"
        patch.author = author
        return patch
    }

    @Test func aChangeKeepsTheLinkBeforeItTheTimeAndTheClient() throws {
        var made: LinkRecord?
        do {
            let store = try store()
            made = try Self.made(store)
            #expect(try store.history(of: Self.key).revisions == [])
            try store.apply(.update(Self.key, Self.patch(1, by: "ann"), at: 8))
            // An update that changes no field creates no version and removes none.
            try store.apply(.update(Self.key, Self.patch(1, by: "bob"), at: 9))
            try store.apply(LinkChange.all([.update(Self.key, Self.patch(2), at: 10)]).made(by: "eve"))
        }
        let history = try store().history(of: Self.key)
        #expect(history.revisions.map(\.author) == ["eve", "ann"] && history.revisions.map(\.time) == [10, 8])
        #expect(history.revisions[1].former == made)
        #expect((0...1).map { history.link(after: $0).longLink.last } == ["2", "1"])
        #expect(history.link.revision == 4 && history.revisions[0].former.revision == 3)
    }

    @Test func aChangeThatIsRefusedIsNotInTheHistory() throws {
        let store = try store()
        _ = try Self.made(store)
        let none = LinkKey.known("a.b/None")
        let both: [LinkChange] = [.update(Self.key, Self.patch(1), at: 8), .delete(none, at: 8)]
        #expect(throws: StoreError.notFound) { try store.apply(.all(both)) }
        #expect(try store.history(of: Self.key).revisions == [])
        try store.apply(.each(both + [.update(Self.key, Self.patch(2), if: .oneOf([1]), at: 9)]))
        #expect(try store.history(of: Self.key).revisions.map(\.time) == [8])
        #expect(throws: StoreError.notFound) { try store.history(of: none) }
    }

    @Test func theOldestGoAndADeletedLinkHasNone() throws {
        let store = try store()
        _ = try Self.made(store)
        try store.create(LinkRecord(key: .known("a.b/Two"), longLink: "https://www.example.com/", created: 7))
        try store.apply(.update(.known("a.b/Two"), Self.patch(1), at: 8))
        try store.apply(.each((1...300).map { .update(Self.key, Self.patch($0), at: Int64($0)) }))
        let full = try store.extent().usedBytes
        let history = try store.history(of: Self.key)
        #expect(history.revisions.map(\.time) == (281...300).reversed().map { Int64($0) })
        #expect(history.revisions.last?.former.longLink.hasSuffix("/280") ?? false)
        try store.apply(.each((301...900).map { .update(Self.key, Self.patch($0), at: Int64($0)) }))
        #expect(try store.extent().usedBytes <= full + 16_384)
        try store.apply(.delete(Self.key, at: 1_000))
        #expect(throws: StoreError.deleted) { try store.history(of: Self.key) }
        #expect(try store.history(of: .known("a.b/Two")).revisions.count == 1)
    }

    @Test func theResultOfAChangeHasTheLinkBefore() throws {
        let store = try store()
        let made = try Self.made(store)
        let changed = try store.apply(.update(Self.key, Self.patch(1), at: 8))
        #expect(changed == .changed(changed.link, from: made) && changed.link.longLink.hasSuffix("/1"))
        let deleted = try store.apply(.delete(Self.key, at: 9))
        #expect(deleted == .changed(deleted.link, from: changed.link) && deleted.link.isDeleted)
    }

    @Test func aReplicaKeepsWhatItHasSeen() throws {
        let store = try store()
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1))
        func row(_ target: Int, _ version: UInt64, by author: String? = nil) -> ReplicaRow {
            var record = LinkRecord(
                key: Self.key, longLink: "https://www.example.com/\(target)", created: 7)
            record.updated = Int64(100 + version)
            var row = ReplicaRow(record.numbered(77, version: version))
            row.author = author
            return row
        }
        func follow(_ row: ReplicaRow) throws {
            let step = ReplicaPage.Step(shard: row.shard, epoch: 1, cursor: row.version)
            try store.apply(.replicate(.follow(ReplicaPage(rows: [row], steps: [step]))))
        }
        try follow(row(0, 3))
        try follow(row(1, 9, by: "ann"))
        // The row arrives again with its page.
        try follow(row(1, 9))
        try follow(row(2, 12))
        var history = try store.history(of: Self.key)
        #expect(history.revisions.map(\.author) == [nil, "ann"] && history.revisions.map(\.time) == [112, 109])
        #expect(history.revisions.map(\.former.revision) == [9, 3])
        // A resync of the shard brings the missed version.
        let late = row(5, 20)
        let step = ReplicaPage.Step(shard: late.shard, epoch: 2, cursor: 20)
        try store.apply(.replicate(.gather(ReplicaPage(rows: [late], steps: [step]))))
        try store.apply(.replicate(.swap([late.shard], and: [])))
        history = try store.history(of: Self.key)
        #expect(
            history.link.longLink.hasSuffix("/5") && history.revisions.first?.former.longLink.hasSuffix("/2") ?? false)
        try follow(ReplicaRow(history.link.tombstone(at: 300).numbered(77, version: 30)))
        #expect(throws: StoreError.deleted) { try store.history(of: Self.key) }
        #expect(try store.check().findings == [])
    }
}
