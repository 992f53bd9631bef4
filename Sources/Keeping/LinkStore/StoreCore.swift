import Glibc
import LMDB
import Synchronization
import Threads

/// An open store file, shared by the readers and the writer of a process.
final class StoreCore: Sendable {
    let path: String
    let environment: LMDBEnvironment
    let databases: Databases
    let isReadOnly: Bool
    /// The databases of a replica; `nil` for a standalone store.
    let replica: Locked<ReplicaDatabases?>
    /// Whether the store is a replica. A new store becomes one when its source first responds.
    var isReplica: Bool { replica.withLock { $0 != nil } }
    /// Held while the file is open.
    private let presence: StorePresence
    /// Clicks on links with a maximum that are counted and not yet written.
    let pendingClicks = Locked<[UInt64: UInt64]>([:])
    /// This node's leases for links with a maximum number of clicks, if the store is a replica.
    let leases = ClickLeases()
    /// The retention of daily counts; `nil` to keep them forever.
    let retention = Locked<CountRetention?>(nil)
    /// Whether this process publishes its own changes, so the journal omits them.
    let publishesOwnChanges = Atomic<Bool>(false)
    /// Called once links can't be changed any more.
    let changeFaultObserver = Locked<(@Sendable (StoreError) -> Void)?>(nil)
    /// The identity of the open file, which another file can replace under the same name.
    private let file: PlaceIdentity?
    /// Set when the file is found too short, or LMDB fails permanently. From then on no thread reads the map.
    private let isBroken = Atomic<Bool>(false)

    init(directory: String, isReadOnly: Bool) throws(StoreError) {
        path = "\(directory)/\(StoreFormat.file)"
        self.isReadOnly = isReadOnly
        if !isReadOnly { try StoreDirectory.make(directory) }
        guard !isReadOnly || StoreDirectory.hasContent(path) else { throw .missing(path: path) }
        for file in [path, "\(path)-lock"] where OpenDirectory.hasLink(file) {
            throw .failed(path: file, LMDBError(code: ELOOP))
        }
        presence = try StorePresence(at: directory, path: path)
        let isNew = !StoreDirectory.has(path)
        environment = try Self.openEnvironment(path, isReadOnly: isReadOnly, presence)
        file = PlaceIdentity(path)
        try Self.checkLength(of: environment, path: path, isReadOnly: isReadOnly)
        databases = try Self.openDatabases(environment, path: path, isReadOnly: isReadOnly)
        replica = Locked(try Self.openReplicaDatabases(environment, path: path))
        // The file's data is synced with each commit; its name in the directory is not.
        if isNew { try StoreDirectory.sync(directory) }
        guard !isReadOnly else { return }
        discardUnfinishedTables()
        examineDestinations()
    }

    /// Opens a copy for reading: a file that no daemon writes to.
    init(copy path: String) throws(StoreError) {
        self.path = path
        isReadOnly = true
        guard StoreDirectory.hasContent(path) else { throw .missing(path: path) }
        presence = try StorePresence(at: path, path: path)
        environment = try Self.openUnshared(path)
        file = PlaceIdentity(path)
        try Self.checkLength(of: environment, path: path, isReadOnly: true)
        databases = try Self.openDatabases(environment, path: path, isReadOnly: true)
        replica = Locked(try Self.openReplicaDatabases(environment, path: path))
    }

    private static func openEnvironment(
        _ path: String, isReadOnly: Bool, _ presence: StorePresence
    ) throws(StoreError) -> LMDBEnvironment {
        var options = LMDBEnvironment.Options()
        options.isReadOnly = isReadOnly
        do throws(LMDBError) { return try LMDBEnvironment(path: path, options: options) } catch {
            // Without a lock file no process has the file open for writing, so a process that lacks the permission to
            // create one needs none.
            if isReadOnly, error.code == EACCES, !StoreDirectory.has("\(path)-lock") { return try openUnshared(path) }
            let reason = StoreError(error, path: path)
            // A full disk has no room for the lock file. A process that locks out all others needs none.
            if isReadOnly, reason == .diskFull, presence.lockExclusively() { return try openUnshared(path) }
            throw reason
        }
    }

    private static func openUnshared(_ path: String) throws(StoreError) -> LMDBEnvironment {
        var options = LMDBEnvironment.Options()
        options.isReadOnly = true
        options.isShared = false
        do throws(LMDBError) { return try LMDBEnvironment(path: path, options: options) } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Whether the file may be read.
    var isUsable: Bool { !isBroken.load(ordering: .relaxed) }

    /// Throws if the file is too short, and from then on keeps all threads out of the map.
    ///
    /// Two system calls. The writer makes them before each change and once a second; the click path only reads a flag.
    func checkLength() throws(StoreError) {
        do throws(StoreError) {
            try Self.checkLength(of: environment, path: path, isReadOnly: isReadOnly)
        } catch {
            isBroken.store(true, ordering: .relaxed)
            throw error
        }
    }

    /// Checks after a failure whether the store still works: if the first page could not be written, LMDB rejects every
    /// operation until the file is reopened.
    func probe() {
        if (try? environment.beginReading()) == nil { isBroken.store(true, ordering: .relaxed) }
    }

    /// Locks other processes out; throws if one has the store open.
    func lockExclusively() throws(StoreError) {
        guard presence.lockExclusively() else { throw .inUse(path: path) }
    }

    /// The number of free bytes in the file, which are used before the file grows, unless readers still need the pages.
    func freeBytes() throws(StoreError) -> Int {
        do throws(LMDBError) { return try environment.freeBytes() } catch { throw StoreError(error, path: path) }
    }

    private static func checkLength(of environment: LMDBEnvironment, path: String, isReadOnly: Bool) throws(StoreError)
    {
        var extent: LMDBEnvironment.Extent
        do throws(LMDBError) {
            extent = try environment.extent()
            if extent.isWhole { return }
            if !isReadOnly, try environment.addMissingFreePages() { return }
            extent = try environment.extent()
        } catch { throw StoreError(error, path: path) }
        guard extent.isWhole else {
            throw .truncated(path: path, bytes: extent.fileBytes, needed: extent.neededBytes)
        }
    }

    /// Opens the databases of a store file, or creates them in a blank one. Other files are left alone.
    private static func openDatabases(
        _ environment: LMDBEnvironment, path: String, isReadOnly: Bool
    ) throws(StoreError) -> Databases {
        var isMissing = false
        do throws(LMDBError) {
            var look = try environment.beginReading()
            if try look.isBlank() {
                isMissing = isReadOnly
                guard !isReadOnly else { throw LMDBError.notFound }
                return try makeDatabases(environment)
            }
            guard let version = try version(&look) else { throw LMDBError.invalid }
            guard version == StoreFormat.version else { throw LMDBError.versionMismatch }
            var databases = try Databases(&look, creating: false)
            try look.commit()
            if databases.destinations == nil, !isReadOnly { databases.destinations = make("destinations", environment) }
            if databases.targets == nil, !isReadOnly { databases.targets = make("targets", environment) }
            if databases.breakdowns == nil, !isReadOnly { databases.breakdowns = make("breakdowns", environment) }
            return databases
        } catch {
            if isMissing { throw .missing(path: path) }
            // There is no database with that name, so the file belongs to another program.
            throw error == .notFound ? StoreError.foreign(path: path) : StoreError(error, path: path)
        }
    }

    /// Adds a database to a store of an earlier version; `nil` if the disk is full.
    private static func make(_ name: String, _ environment: LMDBEnvironment) -> Database? {
        do throws(LMDBError) {
            var transaction = try environment.beginWriting()
            let index = try transaction.openDatabase(name, creating: true)
            try transaction.commit()
            return index
        } catch { return nil }
    }

    /// Opens the databases of a replica; `nil` if the store has none.
    private static func openReplicaDatabases(
        _ environment: LMDBEnvironment, path: String
    ) throws(StoreError) -> ReplicaDatabases? {
        do throws(LMDBError) {
            var look = try environment.beginReading()
            let databases = try ReplicaDatabases(&look, creating: false)
            try look.commit()
            return databases
        } catch {
            if error == .notFound { return nil }
            throw StoreError(error, path: path)
        }
    }

    /// The version of the store's format; `nil` if the file has no mark.
    private static func version(_ transaction: inout Transaction) throws(LMDBError) -> UInt8? {
        let meta = try transaction.openDatabase("meta", creating: false)
        let key = StoreFormat.formatKey
        guard let mark = try transaction.value(for: key.span, in: meta) else { return nil }
        let count = StoreFormat.mark.count
        guard mark.count == count + 1 else { return nil }
        for index in 0..<count where mark[index] != StoreFormat.mark[index] { return nil }
        return mark[count]
    }

    /// Turns a blank file into a store. If two processes do so concurrently, the second one finds it done.
    private static func makeDatabases(_ environment: LMDBEnvironment) throws(LMDBError) -> Databases {
        var transaction = try environment.beginWriting()
        let databases = try Databases(&transaction, creating: true)
        let key = StoreFormat.formatKey
        let mark = StoreFormat.mark + [StoreFormat.version]
        try transaction.put(mark.span, for: key.span, in: databases.meta)
        // The destination index of an empty store is complete.
        let (index, complete) = (StoreFormat.destinationsKey, DestinationIndex.complete.stored)
        try transaction.put(complete.span, for: index.span, in: databases.meta)
        try transaction.commit()
        return databases
    }
}

extension StoreError {
    /// The store error for an LMDB or system error at `path`.
    init(_ error: LMDBError, path: String) {
        switch error {
        case .invalid, .incompatible: self = .foreign(path: path)
        case .versionMismatch: self = .newer(path: path)
        case .corrupted, .pageNotFound: self = .damaged(error.description)
        default:
            switch error.code {
            case ENOSPC, EDQUOT, EFBIG: self = .diskFull
            // LMDB's code for a short write, which a full disk causes.
            case EIO where StoreDirectory.isFull(path): self = .diskFull
            default: self = .failed(path: path, error)
            }
        }
    }
}

extension StoreCore {
    /// Begins the write transaction; waits for another process's.
    ///
    /// Another process may have made the store a replica since it was opened, or replaced its file. Without these
    /// checks, changes would be acknowledged and then lost with the next sync or restart.
    func beginWriting() throws(StoreError) -> LinkTransaction {
        guard !isReplaced else { throw .replaced(path: path) }
        let transaction = try beginTransaction()
        guard transaction.replica == nil, try transaction.kept(.identity) != nil else { return transaction }
        // Databases opened in a transaction are closed if it ends without a commit, so they are opened in one of their
        // own.
        _ = consume transaction
        try adoptReplica()
        return try beginTransaction()
    }

    private func beginTransaction() throws(StoreError) -> LinkTransaction {
        do throws(LMDBError) { return LinkTransaction(try environment.beginWriting(), self) } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Opens the databases of a replica created by another process. Only for threads that may begin a write
    /// transaction.
    private func adoptReplica() throws(StoreError) {
        let databases = try Self.openReplicaDatabases(environment, path: path)
        replica.withLock { $0 = databases }
    }

    /// Whether the open file was removed, or replaced under its name.
    var isReplaced: Bool { file != nil && PlaceIdentity(path) != file }

    /// The reason links can't be changed; `nil` if they can.
    var changeFault: StoreError? {
        if !isReadOnly, isReplaced { return .replaced(path: path) }
        if isReplica { return .replica(path: path) }
        return isReadOnly ? .readOnly : nil
    }

    /// Checks whether another process has made the store a replica. On the writer's thread, once a second.
    func noticeReplica() throws(StoreError) {
        guard !isReplica else { return }
        let view: LinkTransaction
        do throws(LMDBError) { view = LinkTransaction(try environment.beginReading(), self) } catch {
            throw StoreError(error, path: path)
        }
        guard try view.kept(.identity) != nil else { return }
        _ = consume view
        try adoptReplica()
    }
}
