import Glibc
import Sorting
import Threads

/// Creates any number of links in a store that has few, at a steady rate, in bounded memory: all of them or none.
///
/// Links added in random order split pages throughout a table, and leave them half full. Here the links and the entries
/// of each index are first sorted outside the store. ``finish(_:)`` appends them in order to unfinished tables, which
/// are not visible to readers, in commits of some megabytes with other writes in between. Finally, one short commit
/// exchanges the tables, and copies the links that other writers have created since.
///
/// Tables left by a killed process are dropped when the store is next opened for writing, or reused by another load.
/// Temporary files in the store's directory need as much space as the links in the store. One thread at a time.
public final class SortedLoad: Sendable {
    /// The sizes of a load's parts; tests use smaller ones.
    struct Pieces: Sendable {
        /// The memory in which links are sorted.
        var linkBytes = 32 << 20
        /// The memory in which the entries of each index are sorted.
        var indexBytes = 8 << 20
        /// The size of a commit in bytes: bounds the dirty pages held in memory, and the time that other writers wait.
        var commitBytes = 16 << 20
        /// The maximum number of existing links in the store, which the last commit copies.
        var mostOthers = 4_096
    }

    /// Writes the note of a link, by its index among those added together. Called on the sorting thread.
    public typealias Note = @Sendable (_ index: Int, _ note: inout [UInt8]) -> Void

    let core: StoreCore
    let pieces: Pieces
    /// Held until the load ends.
    let lock: LoadLock
    private let thread = JobThread(name: "sort")
    private let sorting: LoadSorting

    private init(_ core: StoreCore, _ lock: LoadLock, _ pieces: Pieces) {
        self.core = core
        self.lock = lock
        self.pieces = pieces
        sorting = LoadSorting(LoadRuns(directory: StoreDirectory.directory(of: core.path), pieces))
    }

    /// Begins a load; `nil` if the store has too many existing links or an unreadable one, or another process is
    /// running a load. Reads the existing links.
    public static func begin(_ store: LinkStore) throws(StoreError) -> SortedLoad? { try begin(store, Pieces()) }

    static func begin(_ store: LinkStore, _ pieces: Pieces) throws(StoreError) -> SortedLoad? {
        guard !store.core.isReadOnly else { throw .readOnly }
        guard let lock = LoadLock(store.core.path) else { return nil }
        let canMove = try store.read { view throws(StoreError) in try view.canMoveLinks(most: pieces.mostOthers) }
        return canMove ? SortedLoad(store.core, lock, pieces) : nil
    }

    /// Adds links, which get IDs in this order. Waits for earlier ones to be sorted, but not for these.
    ///
    /// Every record must pass ``LinkRecord/validate()``.
    ///
    /// - Parameter note: Writes the notes that ``finish(_:)`` passes back with the links.
    public func add(_ records: [LinkRecord], note: @escaping Note) throws(StoreError) {
        try settle()
        thread.run { [sorting] in sorting.runs.add(records, note) }
    }

    /// Waits until all links are sorted into runs; throws if that failed.
    private func settle() throws(StoreError) {
        thread.finish()
        if let fault = sorting.runs.fault { throw fault }
    }

    /// Creates the links. Of links with the same key the first one is created.
    ///
    /// - Parameter visit: Called for each link in key order, with its note and, if it was not created, the link that it
    ///   repeats. It is called during a commit, so it must not wait for a change of the store.
    /// - Returns: The keys of conflicting existing links, which are kept; `nil` if there are too many, with nothing
    ///   created.
    public func finish(
        _ visit: (_ note: Span<UInt8>, _ repetition: LoadRepetition?) -> Void
    ) throws(StoreError) -> [LinkKey]? {
        try settle()
        guard sorting.runs.count > 0 else { return [] }
        do throws(StoreError) {
            let tables = try fillTables(&sorting.runs, visit)
            if let keys = try core.publish(tables, mostOthers: pieces.mostOthers) { return keys }
            core.discardUnfinishedTables(lock)
            return nil
        } catch {
            core.probe()
            core.discardUnfinishedTables(lock)
            throw error
        }
    }

    /// Calls a closure for each added link in key order; links with the same key in the order in which they were added.
    public func forEach(
        _ body: (_ record: LinkRecord, _ note: Span<UInt8>) throws(StoreError) -> Void
    ) throws(StoreError) {
        try settle()
        var links = try sorting.runs.links.sorted()
        while try links.step() {
            let value = LoadedValue(links.value)
            let key = LinkKey(stored: links.key)
            guard let view = LinkView(value.record), let record = LinkRecord(key: key, view) else { continue }
            try body(record, value.note)
        }
    }
}

/// A link of a load that was not created, since an earlier one has the same key.
public struct LoadRepetition: Sendable {
    /// The key of both.
    public let key: LinkKey
    /// The note of the created link.
    public let firstNote: [UInt8]
    /// Whether both have the same contents.
    public let isSame: Bool
}

/// The runs of a load, shared by its two threads.
private final class LoadSorting: @unchecked Sendable {
    // Safe to share: the jobs of the sorting thread use it serially, and the load's own thread only after
    // `JobThread.finish()` has waited for the last of them, and before it adds another.
    var runs: LoadRuns

    init(_ runs: consuming LoadRuns) { self.runs = runs }
}

/// A lock on the unfinished tables of a store, held by one process until it is released or the process ends.
final class LoadLock: Sendable {
    private let descriptor: Int32

    /// `nil` if another process holds it, or the file can't be opened.
    init?(_ path: String) {
        // Safe: the path is read within the call. LMDB's own locks are of another kind, and on another file.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        // From here on `deinit` closes it.
        descriptor = file
    }

    deinit {
        // Closing it would leave the lock to a forked child that has a copy of the descriptor until it calls exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
