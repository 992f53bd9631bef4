import Glibc
import LMDB
import Synchronization

/// The state of the journal in a transaction.
struct JournalState {
    /// The number of the next entry.
    var next: UInt64
    /// The number of the first stored entry.
    let first: UInt64
    /// The stored value of `next`.
    let stored: UInt64
}

/// The journal of changes for a daemon that publishes them.
extension LinkTransaction {
    /// The maximum number of entries; more leave a gap in the numbers. About 100 MB if no daemon runs for a long time.
    static let mostJournaled: UInt64 = 1_000_000
    /// The seconds after which a journal that no daemon reads is ended: 30 days.
    static let journalLifetime: Int64 = 30 * 86_400

    private static let prefix = IndexKey.document("", in: "journal")
    /// The number of the next entry; missing if no daemon uses the journal.
    private static let mark = IndexKey.document("next", in: "journal mark")

    /// Records a change if a daemon uses the journal, and this process is not that daemon.
    mutating func journal(_ kind: JournalEntry.Kind, _ key: LinkKey?, revision: UInt64) throws(StoreError) {
        guard isJournaled, var state = try knownJournal() else { return }
        if state.next - state.first < Self.mostJournaled {
            let entry = JournalEntry(kind, key, revision: revision, at: Int64(time(nil))).stored
            try put(entry.span, for: Self.place(state.next).span, in: databases.documents)
        }
        state.next += 1
        journalState = state
    }

    mutating func apply(_ change: JournalChange) throws(StoreError) {
        switch change {
        case .start:
            if try nextJournaled() == nil { try keepNextJournaled(1) }
        case .forget(let last): try forgetJournal(through: last)
        }
    }

    /// Writes the current number; part of each commit.
    mutating func keepJournalState() throws(StoreError) {
        guard let state = journalState, state.next != state.stored else { return }
        try keepNextJournaled(state.next)
    }

    /// The first entries of the journal.
    fileprivate func journalPiece(limit: Int) throws(StoreError) -> JournalPiece {
        var piece = JournalPiece()
        guard let next = try nextJournaled() else { return piece }
        var scan = IndexScan(database: databases.documents, prefix: Self.prefix, isIndex: false)
        let places = try keys(&scan, count: limit).map(\.position)
        guard let first = places.first.map(Self.number), let end = places.last.map(Self.number) else { return piece }
        // Numbers after the last entry belong to changes that were not recorded.
        let last = places.count < limit ? next - 1 : end
        for place in places {
            guard var entry = try journalEntry(at: place) else { continue }
            if let key = entry.key, let record = try link(key), !record.isDeleted, record.revision == entry.revision {
                entry.longLink = record.longLink
            }
            piece.entries.append(entry)
        }
        piece.last = last
        piece.lost = Int(clamping: last - first + 1) - piece.entries.count
        return piece
    }

    /// `nil` for an entry of a kind that only newer programs support.
    private func journalEntry(at place: [UInt8]) throws(StoreError) -> JournalEntry? {
        guard let bytes = try value(for: place.span, in: databases.documents) else { return nil }
        return JournalEntry(bytes)
    }

    private mutating func knownJournal() throws(StoreError) -> JournalState? {
        if let journalState { return journalState }
        guard let next = try nextJournaled() else {
            isJournaled = false
            return nil
        }
        var scan = IndexScan(database: databases.documents, prefix: Self.prefix, isIndex: false)
        guard let place = try keys(&scan, count: 1).first?.position else {
            return JournalState(next: next, first: next, stored: next)
        }
        // An entry that only a newer program can read is recent.
        let oldest = try journalEntry(at: place)?.time ?? .max
        if Int64(time(nil)) - oldest > Self.journalLifetime {
            try endJournal()
            return nil
        }
        return JournalState(next: next, first: Self.number(place), stored: next)
    }

    /// Stops recording changes, and removes the entries.
    private mutating func endJournal() throws(StoreError) {
        isJournaled = false
        try remove(Self.mark, from: databases.documents)
        try forgetJournal(through: .max)
    }

    private func nextJournaled() throws(StoreError) -> UInt64? {
        guard let bytes = try value(for: Self.mark.span, in: databases.documents) else { return nil }
        guard bytes.count == 8 else { throw .damaged("a number of \(bytes.count) bytes") }
        return bytes.littleEndian(at: 0)
    }

    private mutating func keepNextJournaled(_ number: UInt64) throws(StoreError) {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(number)
        try put(bytes.span, for: Self.mark.span, in: databases.documents)
    }

    private mutating func forgetJournal(through last: UInt64) throws(StoreError) {
        var scan = IndexScan(database: databases.documents, prefix: Self.prefix, isIndex: false)
        while true {
            let places = try keys(&scan, count: 1_024).map(\.position)
            for place in places {
                if Self.number(place) > last { return }
                try remove(place, from: databases.documents)
            }
            if places.count < 1_024 { return }
        }
    }

    static func place(_ number: UInt64) -> [UInt8] {
        var place = prefix
        place.appendBigEndian(number)
        return place
    }

    private static func number(_ place: [UInt8]) -> UInt64 {
        place.dropFirst(prefix.count).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension LinkStore {
    /// The first changes recorded by other processes and not yet removed by ``JournalChange/forget(through:)``, at most
    /// `limit`; empty unless this store has started the journal (``JournalChange/start``).
    public func journal(limit: Int) throws(StoreError) -> JournalPiece {
        try read { view throws(StoreError) in try view.journalPiece(limit: limit) }
    }

    /// Makes other processes record their changes, and this one not. Waits until this is durable.
    public func startJournal() throws(StoreError) {
        core.publishesOwnChanges.store(true, ordering: .relaxed)
        try apply(.journal(.start))
    }
}
