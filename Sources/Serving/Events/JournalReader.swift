import ByteText
import Libevent
import LinkStore

/// Creates events for changes made by commands, from the store's journal. Belongs to the event thread.
///
/// An entry is removed once its event is in the spool: a crash in between duplicates the event, but loses none.
struct JournalReader {
    /// A batch of journal entries.
    struct Piece {
        var events: [[UInt8]]
        var lost: Int
        var last: UInt64
        /// Whether there may be more.
        var hasMore: Bool
    }

    /// The polling interval of the journal, in milliseconds.
    static let pause: Int64 = 1_000
    private static let mostEntries = 1_000

    let store: LinkStore
    /// The site of a link domain, by the active rules; `nil` if no site has it.
    let site: @Sendable (String) -> String?
    private var dueAt: Int64 = 0

    init(_ store: LinkStore, site: @escaping @Sendable (String) -> String?) {
        (self.store, self.site) = (store, site)
    }

    /// The changes by commands since the last call; `nil` if there are none, or the store can't be read at the moment.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether to read the journal even if the polling interval has not passed.
    ///   - isUnmasked: Whether events contain the secrets in addresses.
    mutating func next(isUrgent: Bool, isUnmasked: Bool) -> Piece? {
        let now = MonotonicClock.milliseconds
        guard isUrgent || now >= dueAt else { return nil }
        dueAt = now + Self.pause
        guard let piece = try? store.journal(limit: Self.mostEntries), let last = piece.last else { return nil }
        let hasMore = piece.entries.count == Self.mostEntries
        if hasMore { dueAt = now }
        return Piece(
            events: piece.entries.map { event($0, isUnmasked: isUnmasked) }, lost: piece.lost, last: last,
            hasMore: hasMore)
    }

    /// Removes entries whose events are in the spool. If that fails, they will be published again.
    func forget(_ piece: Piece) { _ = try? store.apply(.journal(.forget(through: piece.last))) }

    private func event(_ entry: JournalEntry, isUnmasked: Bool) -> [UInt8] {
        LinkEvent(
            type: EventType(entry.kind), site: entry.key.flatMap { site(String($0.domain)) }, link: entry.key,
            url: entry.longLink, revision: entry.revision
        ).json(isUnmasked: isUnmasked, at: WallClock(seconds: entry.time, microseconds: 0))
    }
}

extension EventType {
    fileprivate init(_ kind: JournalEntry.Kind) {
        switch kind {
        case .created: self = .linkCreated
        case .updated: self = .linkUpdated
        case .deleted: self = .linkDeleted
        case .loaded: self = .linkImported
        }
    }
}
