import Sorting
import Threads

/// Makes any number of links in a store that has few, at a steady rate, in bounded memory: all of them or none.
///
/// Links that come in any order split pages all over a table, and leave them half full. Here they are sorted first, outside of
/// the store, and so are the entries of each index. ``finish(_:)`` appends them in order to tables of their own beside the
/// store's, which nobody looks into, in commits of some megabytes: others may write in between, and readers see
/// nothing of it. Last, one short commit exchanges the tables, and moves over what others made meanwhile.
///
/// What a killed process leaves is dropped when the store is next opened for writing, or filled by another load. Needs as much
/// disk for temporary files, beside the store, as the links need in it. One thread at a time.
public final class SortedLoad: Sendable {
    /// How a load is cut; tests have smaller pieces.
    struct Pieces: Sendable {
        /// The memory in which links are sorted.
        var linkBytes = 32 << 20
        /// The same for the entries of each index.
        var indexBytes = 8 << 20
        /// The bytes of a commit: what the process holds of the file until then, and how long others wait to write.
        var commitBytes = 16 << 20
        /// The most links that a store may have of its own: the last commit moves them.
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

    /// Begins a load; nil where the store has more links than can be moved or one that can't be read, or another process is at a
    /// load. Reads the links that the store has.
    public static func begin(_ store: LinkStore) throws(StoreError) -> SortedLoad? { try begin(store, Pieces()) }

    static func begin(_ store: LinkStore, _ pieces: Pieces) throws(StoreError) -> SortedLoad? {
        guard !store.core.isReadOnly else { throw .readOnly }
        guard let lock = LoadLock(store.core.path) else { return nil }
        let canMove = try store.read { view throws(StoreError) in try view.canMoveLinks(most: pieces.mostOthers) }
        return canMove ? SortedLoad(store.core, lock, pieces) : nil
    }

    /// Adds links, which get IDs in this order. Waits for those added before, and not for these.
    ///
    /// A record that ``LinkRecord/validate()`` refuses must not be among them.
    ///
    /// - Parameter note: What ``finish(_:)`` is to give back with a link.
    public func add(_ records: [LinkRecord], note: @escaping Note) throws(StoreError) {
        try settle()
        thread.run { [sorting] in sorting.runs.add(records, note) }
    }

    /// Waits until all links are sorted into runs; throws where that failed.
    private func settle() throws(StoreError) {
        thread.finish()
        if let fault = sorting.runs.fault { throw fault }
    }

    /// Makes the links. Of those with one key the first is made.
    ///
    /// - Parameter visit: Called for each link in the order of the keys, with its note and, where it was not made,
    ///   what it repeats. A commit is under way then: it must not wait for a change of the store.
    /// - Returns: The keys that links of others have, which stay; nil where these are too many, and nothing was made.
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

    /// Calls a closure for each link that was added, in the order of the keys, and of those with one key as they were added.
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

/// A link of a load that was not made, since an earlier one has its key.
public struct LoadRepetition: Sendable {
    /// The key of both.
    public let key: LinkKey
    /// The note of the one that was made.
    public let firstNote: [UInt8]
    /// Whether it says the same.
    public let isSame: Bool
}

/// The runs of a load, which its two threads use in turn.
private final class LoadSorting: @unchecked Sendable {
    // Safe to share: the jobs of the sorting thread use it one after the other, and the load's own thread only once
    // `JobThread.finish()` has seen the last of them end, and before it adds another.
    var runs: LoadRuns

    init(_ runs: consuming LoadRuns) { self.runs = runs }
}
