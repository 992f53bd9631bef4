/// A pattern for a host's links, and whether matching links open the app (Apple, `applinks.Details.Components`).
///
/// A part without a pattern matches anything. In a list the first matching component decides; a link without a match
/// stays in the browser.
public struct LinkComponent: Sendable, Hashable {
    /// A pattern for the query.
    public enum Query: Sendable, Hashable {
        /// The whole query, without the `?`.
        case whole(WildcardPattern)
        /// All of the given items. Each occurrence of an item must match; a missing item counts as empty.
        case items([Item])
    }

    /// A query item.
    public struct Item: Sendable, Hashable {
        /// The item's name, matched literally.
        public var name: String
        /// The pattern for the item's value.
        public var value: WildcardPattern

        /// Creates an item.
        public init(_ name: String, _ value: WildcardPattern) {
            self.name = name
            self.value = value
        }
    }

    /// The pattern for the path, including the leading slash; `nil` matches any path.
    public var path: WildcardPattern?
    /// The pattern for the query; `nil` matches any query, or none.
    public var query: Query?
    /// The pattern for the fragment, without the `#`; `nil` matches any fragment, or none.
    public var fragment: WildcardPattern?
    /// Whether matching links stay in the browser.
    public var isExcluded: Bool
    /// Whether matching is case-sensitive, which is the default.
    public var isCaseSensitive = true
    /// Whether links are matched as written. Otherwise they are percent-decoded first.
    public var isPercentEncoded = true

    /// Creates a component that matches links case-sensitively and as written.
    public init(
        path: WildcardPattern? = nil, query: Query? = nil, fragment: WildcardPattern? = nil, isExcluded: Bool = false
    ) {
        self.path = path
        self.query = query
        self.fragment = fragment
        self.isExcluded = isExcluded
    }

    /// Links whose path matches the pattern open the app.
    public static func open(_ path: String) -> LinkComponent {
        LinkComponent(path: WildcardPattern(path))
    }

    /// Links whose path matches the pattern stay in the browser.
    public static func exclude(_ path: String) -> LinkComponent {
        LinkComponent(path: WildcardPattern(path), isExcluded: true)
    }
}
