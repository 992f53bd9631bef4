import LMDB

/// The progress of building the destination index. A store created before the index existed gets it incrementally while
/// in use.
public enum DestinationIndex: Sendable, Equatable {
    /// The index has every link.
    case complete
    /// The store has no index yet; a writer builds it.
    case missing
    /// The index has the links up to this key, and later ones that were changed since it was started.
    case through(LinkKey)

    /// The first byte of the state in the file.
    static let completeMark: UInt8 = 1
    private static let unfinishedMark: UInt8 = 0

    /// The state in the file's format; empty if the index is missing.
    var stored: [UInt8] {
        switch self {
        case .complete: [Self.completeMark]
        case .missing: []
        case .through(let last): [Self.unfinishedMark] + Array(last.text.utf8)
        }
    }
}

extension LinkStore {
    /// The progress of the destination index. Until it is complete, searches for destinations scan all links.
    public func destinationIndex() throws(StoreError) -> DestinationIndex {
        try read { view throws(StoreError) in try view.destinationIndex() }
    }

    /// Rebuilds the destination index; returns when it is complete. Concurrent reads and writes are allowed. Not for
    /// event loop threads.
    public func remakeDestinations() throws(StoreError) {
        guard !core.isReadOnly else { throw .readOnly }
        try core.remakeDestinations()
    }
}

extension LinkTransaction {
    func destinationIndex() throws(StoreError) -> DestinationIndex {
        let key = StoreFormat.destinationsKey
        guard databases.destinations != nil else { return .missing }
        guard let state = try value(for: key.span, in: databases.meta) else { return .missing }
        let bytes = [UInt8](copying: state)
        if bytes == [DestinationIndex.completeMark] { return .complete }
        return .through(LinkKey(stored: bytes.span.extracting(1...)))
    }

    mutating func keep(_ state: DestinationIndex) throws(StoreError) {
        let key = StoreFormat.destinationsKey
        let bytes = state.stored
        if bytes.isEmpty { return try remove(key, from: databases.meta) }
        try put(bytes.span, for: key.span, in: databases.meta)
    }

    /// Adds the next links to the index; returns whether there may be more.
    mutating func extendDestinations(by count: Int) throws(StoreError) -> Bool {
        guard let destinations = databases.destinations else { return false }
        var scan = IndexScan(database: databases.links, isIndex: false)
        switch try destinationIndex() {
        case .complete: return false
        case .missing: break
        case .through(let last): scan.last = Array(last.text.utf8)
        }
        let batch = try keys(&scan, count: count)
        for (position, key) in batch {
            // An unreadable link is skipped; `check` reports it.
            guard let record = try? link(key), !record.isDeleted else { continue }
            let entry = IndexKey.destination(record.destination, id: record.id)
            try put(position.span, for: entry.span, in: destinations)
        }
        guard batch.count == count, let last = batch.last else {
            try keep(.complete)
            return false
        }
        try keep(.through(last.key))
        return true
    }

    /// The number of most recently changed links to examine when a store is opened.
    private static let mostExamined = 1_000

    /// Whether the index is plausible: it has as many entries as the creation time index, and the most recently changed
    /// links have the right entries.
    fileprivate func isDestinationIndexPlausible() throws(StoreError) -> Bool {
        guard let destinations = databases.destinations, try destinationIndex() == .complete else { return true }
        do throws(LMDBError) {
            let entries = try transaction.extent(of: destinations).entries
            guard try transaction.extent(of: databases.created).entries == entries else { return false }
        } catch { throw StoreError(error, path: path) }
        var scan = IndexScan(database: databases.updated, isDescending: true)
        for (_, key) in try keys(&scan, count: Self.mostExamined) {
            // Unreadable links are reported by `check`.
            guard let record = try? link(key), !record.isDeleted else { continue }
            let entry = IndexKey.destination(record.destination, id: record.id)
            guard let found = try value(for: entry.span, in: destinations), found.equals(Array(key.text.utf8)) else {
                return false
            }
        }
        return true
    }

    /// Clears the index for the writer to rebuild.
    fileprivate mutating func restartDestinations() throws(StoreError) {
        guard let destinations = databases.destinations else { return }
        changes += 1
        do throws(LMDBError) { try transaction.empty(destinations) } catch { throw StoreError(error, path: path) }
        try keep(.missing)
    }
}

extension StoreCore {
    /// The maximum number of links added in one commit, which bounds the time that other writers wait.
    private static let linksAtATime = 4_096

    /// Adds some links to the destination index; returns whether there may be more. Failures are retried later, since
    /// only search times depend on the index.
    func extendDestinations() -> Bool {
        guard isUsable else { return false }
        do throws(StoreError) {
            // Pages missing in a truncated file can't be accessed.
            try checkLength()
            let look: Transaction
            do throws(LMDBError) { look = try environment.beginReading() } catch { return false }
            guard try LinkTransaction(look, self).destinationIndex() != .complete else { return false }
            var transaction = try beginWriting()
            let hasMore = try transaction.extendDestinations(by: Self.linksAtATime)
            try transaction.commit()
            return hasMore
        } catch { return false }
    }

    /// Rebuilds the index, in commits that allow other writers in between.
    func remakeDestinations() throws(StoreError) {
        try checkLength()
        var transaction = try beginWriting()
        try transaction.restartDestinations()
        try transaction.commit()
        var hasMore = true
        while hasMore {
            var transaction = try beginWriting()
            hasMore = try transaction.extendDestinations(by: Self.linksAtATime)
            try transaction.commit()
        }
    }

    /// Triggers a rebuild if a program that does not support the index has changed links since.
    func examineDestinations() {
        do throws(StoreError) {
            let look: Transaction
            do throws(LMDBError) { look = try environment.beginReading() } catch { return }
            if try LinkTransaction(look, self).isDestinationIndexPlausible() { return }
            var transaction = try beginWriting()
            try transaction.restartDestinations()
            try transaction.commit()
        } catch { return }
    }
}
