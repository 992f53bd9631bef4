import ByteText
import Libevent
import LinkStore

/// Makes events of what commands have changed in the store's file, from the store's journal. It belongs to the thread of events.
///
/// An entry is forgotten when its event is in the spool: a kill in between makes the event twice, and loses none.
struct JournalReader {
    /// The entries that become events together.
    struct Piece {
        var events: [[UInt8]]
        var lost: Int
        var last: UInt64
        /// Whether there may be more.
        var hasMore: Bool
    }

    /// How often the journal is looked at where nothing else calls for it, in milliseconds.
    static let pause: Int64 = 1_000
    private static let mostEntries = 1_000

    let store: LinkStore
    /// The site of a link domain, by the rules in force; nil where none has it.
    let site: @Sendable (String) -> String?
    private var dueAt: Int64 = 0

    init(_ store: LinkStore, site: @escaping @Sendable (String) -> String?) {
        (self.store, self.site) = (store, site)
    }

    /// What others have changed since; nil for nothing, or where the store can't be read just now.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether to look even if that was done a moment ago.
    ///   - isUnmasked: Whether events have the secrets of addresses.
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

    /// Forgets entries whose events are in the spool. Where that fails, they become events again.
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
