import Foundation
import LMDB
import TestSupport
import Testing

/// The wrapper of LMDB, compared with a dictionary.
@Suite("LMDB")
struct TransactionTests {
    private static func key(_ number: Int) -> [UInt8] { Array("key-\(number % 7)-\(number)".utf8) }

    /// All entries in the order of a cursor.
    private static func entries(
        _ transaction: borrowing Transaction, _ database: Database, _ first: Cursor.Step, _ next: Cursor.Step
    ) throws -> [[UInt8]: [UInt8]] {
        var entries: [[UInt8]: [UInt8]] = [:]
        var previous: [UInt8] = []
        var cursor = try transaction.cursor(in: database)
        var hasMore = try cursor.move(first)
        while hasMore {
            let (key, value) = (copy(cursor.currentKey), copy(cursor.currentValue))
            if !entries.isEmpty {
                #expect(
                    next == .next ? previous.lexicographicallyPrecedes(key) : key.lexicographicallyPrecedes(previous))
            }
            (entries[key], previous) = (value, key)
            hasMore = try cursor.move(next)
        }
        return entries
    }

    private static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
        // Safe: the pointer is read only during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    private static func value(
        _ transaction: borrowing Transaction, _ key: [UInt8], _ database: Database
    ) throws -> [UInt8]? {
        guard let value = try transaction.value(for: key.span, in: database) else { return nil }
        return copy(value)
    }

    /// Puts a value, and returns the error.
    private static func fault(
        _ transaction: inout Transaction, _ value: [UInt8], _ key: [UInt8], _ database: Database,
        _ placement: Transaction.Placement
    ) -> LMDBError? {
        do throws(LMDBError) {
            try transaction.put(value.span, for: key.span, in: database, placement)
            return nil
        } catch { return error }
    }

    private static func environment(in folder: ScratchFolder) throws -> (LMDBEnvironment, Database) {
        let environment = try LMDBEnvironment(path: folder.url.appending(path: "data").path())
        var transaction = try environment.beginWriting()
        let database = try transaction.openDatabase("one", creating: true)
        try transaction.commit()
        return (environment, database)
    }

    @Test(
        "transactions change what a dictionary would contain, or nothing if they are not committed",
        arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func changes(seed: UInt64) throws {
        print("TransactionTests.changes seed \(seed)")
        var random = SplitMix64(seed: seed)
        let folder = try ScratchFolder()
        let (environment, database) = try Self.environment(in: folder)
        var model: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<30 {
            var changed = model
            var transaction = try environment.beginWriting()
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                let key = Self.key(Int.random(in: 0..<300, using: &random))
                let count = Int.random(in: 0..<8, using: &random) == 0 ? 5_000 : 50
                let value = [UInt8](
                    repeating: UInt8.random(in: 0...255, using: &random),
                    count: Int.random(in: 0...count, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    let isRemoved = try transaction.remove(key.span, from: database)
                    #expect(isRemoved == (changed[key] != nil))
                    changed[key] = nil
                case 1 where changed[key] != nil:
                    #expect(Self.fault(&transaction, value, key, database, .inserting) == .keyExists)
                case 2:
                    var cursor = try transaction.writingCursor(in: database)
                    if try cursor.seek(key.span), Self.copy(cursor.currentKey) == key {
                        #expect(Self.copy(cursor.currentValue) == changed[key])
                        try cursor.replaceCurrent(with: value.span, for: key.span)
                    } else {
                        try cursor.put(value.span, for: key.span)
                    }
                    changed[key] = value
                default:
                    try transaction.put(value.span, for: key.span, in: database)
                    changed[key] = value
                }
            }
            if Bool.random(using: &random) {
                try transaction.commit()
                model = changed
            } else {
                _ = consume transaction
            }
            let view = try environment.beginReading()
            let count = try view.extent(of: database).entries
            let (forth, back) = try (
                Self.entries(view, database, .first, .next), Self.entries(view, database, .last, .previous)
            )
            #expect(count == model.count && forth == model && back == model)
        }
        #expect(try environment.extent().isWhole)
    }

    @Test("a snapshot stays as it was, and a renewed one is the latest")
    func snapshots() throws {
        let folder = try ScratchFolder()
        let (environment, database) = try Self.environment(in: folder)
        let (key, old, new) = (Array("a".utf8), Array("old".utf8), Array("new, and longer".utf8))
        func write(_ value: [UInt8]) throws {
            var transaction = try environment.beginWriting()
            try transaction.put(value.span, for: key.span, in: database)
            try transaction.commit()
        }
        try write(old)
        var view = try environment.beginReading()
        var (isLatest, value) = try (view.isLatest(), Self.value(view, key, database))
        #expect(isLatest && value == old)
        for _ in 0..<50 { try write(new) }
        (isLatest, value) = try (view.isLatest(), Self.value(view, key, database))
        #expect(!isLatest && value == old)
        view.reset()
        try view.renew()
        (isLatest, value) = try (view.isLatest(), Self.value(view, key, database))
        #expect(isLatest && value == new)
    }

    @Test("a kept cursor finds the first key not below another one, in each new snapshot")
    func keptCursor() throws {
        let folder = try ScratchFolder()
        let (environment, database) = try Self.environment(in: folder)
        var cursor = KeptCursor()
        var view = try environment.beginReading()
        var known: [[UInt8]] = []
        for number in stride(from: 90, to: 10, by: -8) {
            let key = Array("\(number)".utf8)
            var transaction = try environment.beginWriting()
            try transaction.put(key.span, for: key.span, in: database)
            try transaction.commit()
            known.insert(key, at: 0)
            view.reset()
            try view.renew()
            for wanted in 10..<100 {
                let wanted = Array("\(wanted)".utf8)
                var found: [UInt8]?
                if let key = try view.firstKey(notBelow: wanted.span, in: database, by: &cursor) {
                    found = Self.copy(key)
                }
                #expect(found == known.first { !$0.lexicographicallyPrecedes(wanted) })
            }
        }
    }

    @Test("databases are exchanged, dropped and emptied")
    func databases() throws {
        let folder = try ScratchFolder()
        let (environment, one) = try Self.environment(in: folder)
        let (first, second): ([UInt8], [UInt8]) = ([1], [2])
        var transaction = try environment.beginWriting()
        let two = try transaction.openDatabase("two", creating: true)
        try transaction.put(first.span, for: first.span, in: one)
        try transaction.put(second.span, for: second.span, in: two, .appending)
        #expect(Self.fault(&transaction, first, first, two, .appending) == .keyExists)
        try transaction.commit()

        transaction = try environment.beginWriting()
        try transaction.exchange("one", "two")
        do throws(LMDBError) {
            try transaction.exchange("one", "three")
            Issue.record("there is no such database")
        } catch { #expect(error == .notFound) }
        try transaction.commit()

        transaction = try environment.beginWriting()
        let entries = try [one, two].map { try Self.entries(transaction, $0, .first, .next) }
        #expect(entries == [[second: second], [first: first]])
        try transaction.empty(one)
        try transaction.drop(two)
        let exist = try (transaction.hasDatabase("one"), transaction.hasDatabase("two"))
        #expect(exist == (true, false))
        try transaction.commit()
        let view = try environment.beginReading()
        let left = try view.extent(of: one).entries
        #expect(left == 0)
    }

    @Test("a copy has the last committed state", arguments: [false, true])
    func copies(isCompact: Bool) throws {
        let folder = try ScratchFolder()
        let (environment, database) = try Self.environment(in: folder)
        var transaction = try environment.beginWriting()
        for number in 0..<2_000 {
            let key = Self.key(number)
            try transaction.put(key.span, for: key.span, in: database)
        }
        try transaction.commit()
        transaction = try environment.beginWriting()
        for number in 0..<1_900 {
            let key = Self.key(number)
            try transaction.remove(key.span, from: database)
        }
        try transaction.commit()
        #expect(try environment.freeBytes() > 0)
        let path = folder.url.appending(path: "copy").path()
        try environment.copy(to: path, compacting: isCompact)
        #expect(throws: LMDBError(code: EEXIST)) { try environment.copy(to: path, compacting: isCompact) }
        var options = LMDBEnvironment.Options()
        (options.isReadOnly, options.isShared) = (true, false)
        let copy = try LMDBEnvironment(path: path, options: options)
        var view = try copy.beginReading()
        let copied = try view.openDatabase("one", creating: false)
        let count = try Self.entries(view, copied, .first, .next).count
        #expect(count == 100)
        #expect(try (copy.extent().fileBytes < environment.extent().fileBytes) == isCompact)
    }

    @Test("a file that is not LMDB's, and one that is cut, are reported")
    func damaged() throws {
        let folder = try ScratchFolder()
        let other = try folder.file("other", String(repeating: "no database ", count: 1_000))
        #expect(throws: LMDBError.invalid) { try LMDBEnvironment(path: other.path()) }
        let (environment, database) = try Self.environment(in: folder)
        var transaction = try environment.beginWriting()
        for number in 0..<200 {
            let (key, value) = (Self.key(number), [UInt8](repeating: 1, count: 3_000))
            try transaction.put(value.span, for: key.span, in: database)
        }
        try transaction.commit()
        let data = try FileHandle(forUpdating: folder.url.appending(path: "data"))
        try data.truncate(atOffset: 40_000)
        #expect(try !environment.extent().isWhole)
        #expect(try !environment.addMissingFreePages(), "they are not free")
        #expect(try environment.extent().fileBytes == 40_000)
    }
}
