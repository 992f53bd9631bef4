import LMDB
import Synchronization
import Threads

/// A snapshot of the store, and changes to it.
///
/// Borrowed, it can be read; as `inout`, it can be changed. Reads see earlier changes.
struct LinkTransaction: ~Copyable {
    var transaction: Transaction
    let databases: Databases
    let path: String
    /// The databases of a replica; `nil` for a standalone store.
    var replica: ReplicaDatabases?
    /// The number of changes made: a change that fails after some of its writes must not be committed.
    var changes = 0
    /// The next ID, once it is known.
    var nextID: UInt64?
    /// Whether changes to links may have to be journaled for a daemon.
    var isJournaled: Bool
    /// The state of the journal, once it is known.
    var journalState: JournalState?

    init(_ transaction: consuming Transaction, _ core: StoreCore) {
        self.transaction = transaction
        databases = core.databases
        path = core.path
        replica = core.replica.withLock(\.self)
        isJournaled = !core.publishesOwnChanges.load(ordering: .relaxed)
    }

    /// Commits all changes.
    consuming func commit() throws(StoreError) {
        if let nextID {
            var bytes: [UInt8] = []
            bytes.appendLittleEndian(nextID)
            let key = StoreFormat.nextKey
            try put(bytes.span, for: key.span, in: databases.meta)
        }
        try keepJournalState()
        let path = path
        do throws(LMDBError) { try transaction.commit() } catch { throw StoreError(error, path: path) }
    }

    /// Allocates an ID that no link has or had.
    mutating func allocateID() throws(StoreError) -> UInt64 {
        var known = nextID
        if known == nil { known = try number(for: StoreFormat.nextKey, in: databases.meta) }
        let id = known ?? 1
        nextID = id + 1
        return id
    }

    private func number(for key: [UInt8], in database: Database) throws(StoreError) -> UInt64? {
        guard let bytes = try value(for: key.span, in: database) else { return nil }
        guard bytes.count == 8 else { throw .damaged("a number of \(bytes.count) bytes") }
        return bytes.littleEndian(at: 0)
    }

    @_lifetime(borrow self)
    func value(for key: Span<UInt8>, in database: Database) throws(StoreError) -> Span<UInt8>? {
        do throws(LMDBError) { return try transaction.value(for: key, in: database) } catch {
            throw StoreError(error, path: path)
        }
    }

    mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database,
        _ placement: Transaction.Placement = .replacing
    ) throws(StoreError) {
        changes += 1
        do throws(LMDBError) { try transaction.put(value, for: key, in: database, placement) } catch {
            throw StoreError(error, path: path)
        }
    }

    mutating func remove(_ key: [UInt8], from database: Database) throws(StoreError) {
        changes += 1
        do throws(LMDBError) { try transaction.remove(key.span, from: database) } catch {
            throw StoreError(error, path: path)
        }
    }
}
