/// The latest changes of links, written in the transaction that makes them.
///
/// A replica records the changes that it applies, so each node has those that it has seen. Deleting a link removes its
/// history.
extension LinkTransaction {
    /// Adds a change to a link's history, and removes the oldest if there are more than ``LinkHistory/mostKept``. A
    /// change that replaces no field is not recorded.
    mutating func keep(
        _ former: LinkRecord, replacedBy link: LinkRecord, by author: String?
    ) throws(StoreError) {
        if former.hasSameContent(as: link) { return }
        let revision = LinkRevision(former: former, time: link.updated, author: author)
        let place = Self.historyPlace(of: former.id) + Self.bigEndian(former.revision)
        try put(revision.stored.span, for: place.span, in: databases.documents)
        let places = try historyPlaces(of: former.id)
        for place in places.dropLast(LinkHistory.mostKept) { try remove(place, from: databases.documents) }
    }

    /// Removes the history of a deleted link.
    mutating func forgetHistory(of id: UInt64) throws(StoreError) {
        for place in try historyPlaces(of: id) { try remove(place, from: databases.documents) }
    }

    /// Records a change applied from the source, if this replica had the previous link.
    mutating func keep(_ former: LinkRecord?, tookOver link: LinkRecord, by author: String?) throws(StoreError) {
        guard let former, !former.isDeleted else { return }
        guard !link.isDeleted, link.id == former.id else { return try forgetHistory(of: former.id) }
        try keep(former, replacedBy: link, by: author)
    }

    fileprivate func revisions(of link: LinkRecord) throws(StoreError) -> [LinkRevision] {
        var revisions: [LinkRevision] = []
        for place in try historyPlaces(of: link.id).reversed() {
            guard let bytes = try value(for: place.span, in: databases.documents),
                let revision = LinkRevision(of: link.key, stored: bytes)
            else { continue }
            revisions.append(revision)
        }
        return revisions
    }

    /// The keys of a link's changes, oldest first.
    private func historyPlaces(of id: UInt64) throws(StoreError) -> [[UInt8]] {
        var scan = IndexScan(database: databases.documents, prefix: Self.historyPlace(of: id), isIndex: false)
        return try keys(&scan, count: 2 * LinkHistory.mostKept).map(\.position)
    }

    private static func historyPlace(of id: UInt64) -> [UInt8] { IndexKey.document("", in: "history") + bigEndian(id) }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(number)
        return bytes
    }
}

extension LinkStore {
    /// A link, possibly deleted, with its latest changes; `nil` if there never was one. There are no changes of deleted
    /// links.
    public func past(of key: LinkKey) throws(StoreError) -> LinkHistory? {
        try read { view throws(StoreError) in
            guard let link = try view.link(key) else { return nil }
            return LinkHistory(link: link, revisions: link.isDeleted ? [] : try view.revisions(of: link))
        }
    }

    /// A live link with its latest changes; throws ``StoreError/notFound`` or ``StoreError/deleted``.
    public func history(of key: LinkKey) throws(StoreError) -> LinkHistory {
        try read { view throws(StoreError) in
            let link = try view.liveLink(key)
            return LinkHistory(link: link, revisions: try view.revisions(of: link))
        }
    }
}
