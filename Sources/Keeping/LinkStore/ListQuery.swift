/// Which links to list, and in which order.
public struct ListQuery: Sendable {
    /// What links are ordered by.
    public enum Order: String, Sendable, CaseIterable {
        /// By host, path and code.
        case key
        case created
        /// By where links lead: those of one host and of one destination together, hosts and destinations in no order that means
        /// anything. While the index of destinations is being made, by the time of creation.
        case destination
        case updated
    }

    /// What links are ordered by.
    public var order = Order.created
    /// Whether the latest link, or the last key, comes first.
    public var isDescending = true
    /// Only links of this domain: `links.example.com`, or `links.example.com/go`.
    public var domain: String?
    /// Only links of these domains, each as it is; nil for all. Links of other domains are skipped before anything else of
    /// them is read, and neither a page's length nor its end reveals them.
    public var domains: Set<String>?
    /// Only links with all these tags. With ``Order/created`` only links with the first are examined.
    public var tags: [String] = []
    /// Only links with at least one of these tags; of any, where there are none.
    public var someTags: [String] = []
    /// Only links that lead there. With ``Order/destination`` no others are examined once the index is complete.
    public var destination: DestinationFilter?
    /// Only archived links, or only those that are not; nil for both.
    public var isArchived: Bool? = false
    /// Only disabled links, or only those that are not; nil for both.
    public var isDisabled: Bool?
    /// Only links that are marked as unsafe, or only those that are not; nil for both.
    public var isUnsafe: Bool?
    /// Only links at whose targets this was found.
    public var target: TargetFilter?
    /// Only links that match this search.
    public var search: LinkSearch?
    /// Where the previous page ended.
    public var after: ListMark?
    /// The most links of a page.
    public var limit = 100

    /// How many links a page examines before it ends with fewer than were asked for.
    public static let mostLooks = 20_000

    /// The newest links that are not archived, 100 a page.
    public init() {}

    /// The mark of a page that ends with a link, where or whether it is listed; nil for ``Order/destination``, whose index
    /// may not be there yet.
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

/// Where a page of a list ended. Valid only for a query with the same order, direction, domain, destination and tags.
public struct ListMark: Sendable, Equatable {
    /// The key in the file that was visited last. It may reveal links that the page does not show.
    public var position: [UInt8]

    /// A mark from its position, as ``ListPage/next`` had it.
    public init(position: [UInt8]) {
        self.position = position
    }
}

/// A page of a list.
public struct ListPage: Sendable {
    /// The links of the page, in the order of the query.
    public var links: [LinkRecord] = []
    /// Where to continue; nil at the end. A page may have fewer links than asked for, or none, and still not be the
    /// last: no page examines more than ``ListQuery/mostLooks`` links.
    public var next: ListMark?
    /// Whether destinations were asked for while their index is being made: then all links are examined, by the time of creation.
    public var lacksIndex = false
}
