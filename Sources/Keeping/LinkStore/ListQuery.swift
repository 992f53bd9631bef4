/// A query for a list of links: filters, order and page.
public struct ListQuery: Sendable {
    /// The sort key of the links.
    public enum Order: String, Sendable, CaseIterable {
        /// By host, path and code.
        case key
        case created
        /// By destination: links of one host and of one destination are adjacent, in no meaningful order. By creation
        /// time while the destination index is being built.
        case destination
        case updated
    }

    /// The sort key.
    public var order = Order.created
    /// Whether the order is descending.
    public var isDescending = true
    /// Only links of this domain: `links.example.com`, or `links.example.com/go`.
    public var domain: String?
    /// Only links of exactly these domains; `nil` for all. Links of other domains are skipped before anything else of
    /// them is read, and neither a page's length nor its end reveals them.
    public var domains: Set<String>?
    /// Only links with all these tags. With ``Order/created`` only links with the first one are examined.
    public var tags: [String] = []
    /// Only links with at least one of these tags; no restriction if empty.
    public var someTags: [String] = []
    /// Only links with this destination. With ``Order/destination`` no others are examined once the index is complete.
    public var destination: DestinationFilter?
    /// Only archived links, or only those that are not; `nil` for both.
    public var isArchived: Bool? = false
    /// Only disabled links, or only those that are not; `nil` for both.
    public var isDisabled: Bool?
    /// Only links that are marked as unsafe, or only those that are not; `nil` for both.
    public var isUnsafe: Bool?
    /// Only links with this result of the last target check.
    public var target: TargetFilter?
    /// Only links that match this search.
    public var search: LinkSearch?
    /// Links that are left out, such as those of another list.
    public var omitted: Set<LinkKey> = []
    /// The end of the previous page.
    public var after: ListMark?
    /// The maximum number of links on a page.
    public var limit = 100

    /// The number of links that a page examines before it ends early.
    public static let mostLooks = 20_000

    /// The newest links that are not archived, 100 per page.
    public init() {}

    /// Whether a link passes all filters, apart from ``domains`` and ``target``, for which its record is not needed or not
    /// enough.
    public func finds(_ record: LinkRecord) -> Bool {
        if record.isDeleted || omitted.contains(record.key) { return false }
        if let domain, !record.key.text.utf8.starts(with: "\(domain)/".utf8) { return false }
        for tag in tags where !record.tags.contains(tag) { return false }
        if !someTags.isEmpty, !someTags.contains(where: record.tags.contains) { return false }
        if let isArchived, isArchived != record.isArchived { return false }
        if let isDisabled, isDisabled != record.isDisabled { return false }
        if let isUnsafe, isUnsafe != record.isUnsafe { return false }
        return destination?.finds(record) ?? true && search?.finds(record) ?? true
    }

    /// The mark of a page that ends with a link, whether or not it is listed; `nil` for ``Order/destination``, whose
    /// index may be incomplete.
    public func mark(of record: LinkRecord) -> ListMark? {
        switch order {
        case .key: ListMark(position: Array(record.key.text.utf8))
        case .created:
            ListMark(
                position: tags.first.map { IndexKey.tag($0, created: record.created, id: record.id) }
                    ?? IndexKey.time(record.created, id: record.id))
        case .updated: ListMark(position: IndexKey.time(record.updated, id: record.id))
        case .destination: nil
        }
    }
}

/// The end of a list page. Valid only for a query with the same order, direction, domain, destination and tags.
public struct ListMark: Sendable, Equatable {
    /// The last visited key in the file. It may reveal links that the page does not show.
    public var position: [UInt8]

    /// A mark from its position, as in ``ListPage/next``.
    public init(position: [UInt8]) {
        self.position = position
    }
}

/// A page of a list.
public struct ListPage: Sendable {
    /// The links of the page, in the order of the query.
    public var links: [LinkRecord] = []
    /// The mark to continue from; `nil` at the end. A page may have fewer links than requested, or none, without being
    /// the last: no page examines more than ``ListQuery/mostLooks`` links.
    public var next: ListMark?
    /// Whether the query filters by destination while the index is being built: then all links are examined, by
    /// creation time.
    public var lacksIndex = false
}
