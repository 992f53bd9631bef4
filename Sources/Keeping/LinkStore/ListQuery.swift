/// Which links to list, and in which order.
public struct ListQuery: Sendable {
    public enum Order: String, Sendable, CaseIterable {
        /// By host, path and code.
        case key
        case created
        case updated
    }

    public var order = Order.created
    public var isDescending = true
    /// Only links of this domain: `links.example.com`, or `links.example.com/go`.
    public var domain: String?
    /// Only links of these domains, each as it is; nil: of all. Others are passed over before anything else of them is
    /// read, and neither a page's length nor where it ends tells of them.
    public var domains: Set<String>?
    /// Only links with this tag.
    public var tag: String?
    /// Only archived links, or none of them; nil: both.
    public var isArchived: Bool? = false
    /// Only disabled links, or none of them; nil: both.
    public var isDisabled: Bool?
    /// Only links in which this is found.
    public var search: LinkSearch?
    /// Where the page before ended.
    public var after: ListMark?
    /// The most links of a page.
    public var limit = 100

    /// How many links a page looks at before it ends with fewer than were asked for.
    public static let mostLooks = 20_000

    public init() {}
}

/// Where a page of a list ended. It means something only for a query with the same order, direction, domain and tag.
public struct ListMark: Sendable, Equatable {
    /// The key in the file that was walked over last. It may tell of links that the page does not show.
    public var position: [UInt8]

    public init(position: [UInt8]) {
        self.position = position
    }
}

/// A page of a list.
public struct ListPage: Sendable {
    public var links: [LinkRecord] = []
    /// Where to go on; nil at the end. A page may have fewer links than asked for, or none, and still not be the last:
    /// no page looks at more than ``ListQuery/mostLooks`` links.
    public var next: ListMark?
}
