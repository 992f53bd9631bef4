import Testing

@testable import LinkStore

/// Changes by other processes are journaled for the daemon while it requests it.
@Suite(.timeLimit(.minutes(20))) struct JournalTests {
    private let scratch = ScratchDirectory()

    /// A store as a command opens it, which emits no events itself; with `start`, a daemon has started the journal.
    private func open(start: Bool = true) throws -> LinkStore {
        let store = try LinkStore(directory: scratch.path)
        if start { try store.apply(.journal(.start)) }
        return store
    }

    private func record(_ code: String) -> LinkRecord {
        LinkRecord(key: .known("links.example.com/\(code)"), longLink: "https://www.example.com/\(code)", created: 5)
    }

    private func text(_ piece: JournalPiece) -> [String] {
        piece.entries.map { "\($0.kind) \($0.key?.text ?? "-") \($0.revision) \($0.longLink ?? "-")" }
    }

    @Test func eachChangeIsNotedInOrder() throws {
        let store = try open()
        try store.create(record("a"))
        try store.create(record("b"))
        var patch = LinkPatch()
        patch.note = "t"
        try store.apply(.update(record("a").key, patch, at: 6))
        try store.apply(.delete(record("b").key, at: 7))
        #expect(try store.apply(.load([record("c"), record("a"), record("d")])).refusals.count == 1)
        let piece = try store.journal(limit: 100)
        #expect(
            text(piece) == [
                "created links.example.com/a 1 -", "created links.example.com/b 1 -",
                "updated links.example.com/a 2 https://www.example.com/a", "deleted links.example.com/b 2 -",
                "created links.example.com/c 1 https://www.example.com/c",
                "created links.example.com/d 1 https://www.example.com/d",
            ])
        #expect(piece.lost == 0 && piece.last == 6)
        #expect(try store.check().findings == [])
    }

    @Test func whatWasToldIsForgottenAndNumbersGoOn() throws {
        let store = try open()
        for code in ["a", "b", "c"] { try store.create(record(code)) }
        let first = try store.journal(limit: 2)
        #expect(first.entries.count == 2 && first.last == 2)
        try store.apply(.journal(.forget(through: 2)))
        #expect(try text(store.journal(limit: 2)) == ["created links.example.com/c 1 https://www.example.com/c"])
        try store.apply(.journal(.forget(through: 3)))
        #expect(try store.journal(limit: 2) == JournalPiece())
        try store.create(record("d"))
        // Of two daemons during a handover, the late one must not remove this entry.
        try store.apply(.journal(.forget(through: 3)))
        #expect(try store.journal(limit: 2).last == 4)
    }

    @Test func aRefusedChangeLeavesNoEntry() throws {
        let store = try open()
        try store.create(record("a"))
        #expect(throws: StoreError.exists) { try store.create(record("a")) }
        #expect(
            throws: StoreError.exists,
            performing: {
                try store.apply(.all([.create(LinkCreation(record("b"))), .create(LinkCreation(record("a")))]))
            })
        #expect(try store.journal(limit: 9).entries.map(\.key) == [record("a").key])
    }

    @Test func aSortedLoadIsOneEntry() throws {
        let store = try open()
        try store.create(record("own"))
        let load = try #require(try SortedLoad.begin(store))
        try load.add((0..<50).map { record("L\($0)") }) { _, _ in }
        _ = try load.finish { _, _ in }
        #expect(
            try text(store.journal(limit: 9)) == [
                "created links.example.com/own 1 https://www.example.com/own", "loaded - 50 -",
            ])
    }

    @Test func nothingIsNotedUnlessADaemonAsks() throws {
        do {
            let store = try open(start: false)
            try store.create(record("a"))
            #expect(try store.journal(limit: 9) == JournalPiece())
            // The daemon emits events of its own changes itself.
            try store.startJournal()
            try store.create(record("b"))
            #expect(try store.journal(limit: 9) == JournalPiece())
        }
        let command = try open(start: false)
        try command.create(record("c"))
        #expect(try command.journal(limit: 9).entries.map(\.key) == [record("c").key])
    }

    @Test func aJournalThatNobodyReadsIsEnded() throws {
        let store = try open()
        for code in ["a", "b"] { try store.create(record(code)) }
        var transaction = try store.core.beginWriting()
        let old = JournalEntry(.created, record("a").key, revision: 1, at: 1_700_000_000).stored
        try transaction.put(old.span, for: LinkTransaction.place(1).span, in: store.core.databases.documents)
        try transaction.commit()
        for code in ["c", "d"] { try store.create(record(code)) }
        #expect(try store.journal(limit: 9) == JournalPiece())
        try store.apply(.journal(.start))
        try store.create(record("e"))
        #expect(try store.journal(limit: 9).entries.map(\.key) == [record("e").key])
    }

    /// A full journal has a gap in its numbers, from which the number of lost changes follows.
    @Test func whatHasNoRoomIsCounted() throws {
        let store = try open()
        try store.create(record("a"))
        var transaction = try store.core.beginWriting()
        let most = LinkTransaction.mostJournaled
        transaction.journalState = JournalState(next: 1 + most, first: 1, stored: 1)
        _ = try transaction.insert(record("b"))
        _ = try transaction.insert(record("c"))
        try transaction.commit()
        let piece = try store.journal(limit: 9)
        #expect(piece.entries.count == 1 && piece.lost == Int(most) + 1 && piece.last == most + 2)
        try store.apply(.journal(.forget(through: most + 2)))
        try store.create(record("d"))
        #expect(try store.journal(limit: 9).entries.map(\.key) == [record("d").key])
    }
}
