import LMDB

/// How far the index of destinations is made: a store from before there was one gets it piece by piece, while it is used.
public enum DestinationIndex: Sendable, Equatable {
    /// The index has every link.
    case complete
    /// The store is from before there was an index; what opens it for writing makes it.
    case missing
    /// It has the links up to this key; and those after it that were made or changed meanwhile.
    case through(LinkKey)

    /// The first byte of the state in the file.
    static let completeMark: UInt8 = 1
    private static let unfinishedMark: UInt8 = 0

    /// The state as the file has it; empty for none.
    var stored: [UInt8] {
        switch self {
        case .complete: [Self.completeMark]
        case .missing: []
        case .through(let last): [Self.unfinishedMark] + Array(last.text.utf8)
        }
    }
}

extension LinkStore {
    /// How far the index of destinations is made. Until it is complete, destinations are looked for among all links.
    public func destinationIndex() throws(StoreError) -> DestinationIndex {
        try read { view throws(StoreError) in try view.destinationIndex() }
    }

    /// Makes the index of destinations again, whatever is in it; returns when it is complete. Others read and write meanwhile. Not
    /// for the thread of a loop.
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
        var walk = Walk(database: databases.links, isIndex: false)
        switch try destinationIndex() {
        case .complete: return false
        case .missing: break
        case .through(let last): walk.last = Array(last.text.utf8)
        }
        let batch = try keys(&walk, count: count)
        for (position, key) in batch {
            // One that can't be read stays what it is: `check` finds it.
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

    /// How many links that were changed last are looked at when a store is opened.
    private static let mostExamined = 1_000

    /// Whether the index can be what it says: each link has one entry, as it has one by its time of creation, and those that were
    /// changed last have the right one.
    fileprivate func isDestinationIndexPlausible() throws(StoreError) -> Bool {
        guard let destinations = databases.destinations, try destinationIndex() == .complete else { return true }
        do throws(LMDBError) {
            let entries = try transaction.extent(of: destinations).entries
            guard try transaction.extent(of: databases.created).entries == entries else { return false }
        } catch { throw StoreError(error, path: path) }
        var walk = Walk(database: databases.updated, isDescending: true)
        for (_, key) in try keys(&walk, count: Self.mostExamined) {
            // What can't be read is found by `check`.
            guard let record = try? link(key), !record.isDeleted else { continue }
            let entry = IndexKey.destination(record.destination, id: record.id)
            guard let found = try value(for: entry.span, in: destinations), found.equals(Array(key.text.utf8)) else {
                return false
            }
        }
        return true
    }

    /// Forgets the index, for the writer to make it again.
    fileprivate mutating func restartDestinations() throws(StoreError) {
        guard let destinations = databases.destinations else { return }
        changes += 1
        do throws(LMDBError) { try transaction.empty(destinations) } catch { throw StoreError(error, path: path) }
        try keep(.missing)
    }
}

extension StoreCore {
    /// The most links that are added in one commit: about as long as others wait.
    private static let linksAtATime = 4_096

    /// Adds some links to the index of destinations; returns whether there may be more. Where that fails, it is tried another
    /// time: nothing depends on it but how long a search takes.
    func extendDestinations() -> Bool {
        guard isUsable else { return false }
        do throws(StoreError) {
            // What a file that was cut off lacks can't be looked at.
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

    /// Makes the index again, in commits between which others write.
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

    /// Has the index made again if a program that does not know it has made, deleted or changed links since.
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
