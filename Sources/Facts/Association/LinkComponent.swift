/// Links of a host by the shape of their parts, and whether they open an app (Apple, `applinks.Details.Components`).
///
/// A part that is left out may be anything. Of a list the first component that matches decides, and a link that none
/// matches stays on the web.
public struct LinkComponent: Sendable, Hashable {
    /// What the query must be.
    public enum Query: Sendable, Hashable {
        /// The whole query, without its `?`.
        case whole(WildcardPattern)
        /// Every named item: all that have the name must match, and one that is missing counts as empty.
        case items([Item])
    }

    /// A named item of the query.
    public struct Item: Sendable, Hashable {
        /// The item's name, compared as it is.
        public var name: String
        /// What the item's value must match.
        public var value: WildcardPattern

        /// Makes an item.
        public init(_ name: String, _ value: WildcardPattern) {
            self.name = name
            self.value = value
        }
    }

    /// What the path must match, its first slash included; nil: any path.
    public var path: WildcardPattern?
    /// What the query must match; nil: any query, or none.
    public var query: Query?
    /// What the fragment must match, without the `#`; nil: any fragment, or none.
    public var fragment: WildcardPattern?
    /// Whether links that match stay on the web.
    public var isExcluded: Bool
    /// Whether upper and lower case differ; true unless the file says otherwise.
    public var isCaseSensitive = true
    /// Whether a link is compared as it is written; otherwise its percent sequences are decoded first.
    public var isPercentEncoded = true

    /// A component that compares case and percent sequences as they are written.
    public init(
        path: WildcardPattern? = nil, query: Query? = nil, fragment: WildcardPattern? = nil, isExcluded: Bool = false
    ) {
        self.path = path
        self.query = query
        self.fragment = fragment
        self.isExcluded = isExcluded
    }

    /// Links with a path like the pattern open the app.
    public static func open(_ path: String) -> LinkComponent {
        LinkComponent(path: WildcardPattern(path))
    }

    /// Links with a path like the pattern stay on the web.
    public static func exclude(_ path: String) -> LinkComponent {
        LinkComponent(path: WildcardPattern(path), isExcluded: true)
    }
}
