/// An entry of `paths`, which systems before iOS 13 use instead of components: a pattern, prefixed with `NOT ` for paths that
/// stay in the browser. The query is ignored.
public struct LegacyPath: Sendable, Hashable {
    /// The pattern to match against the path.
    public var pattern: WildcardPattern
    /// Whether matching paths stay in the browser.
    public var isExcluded: Bool

    /// Parses an entry.
    public init(_ text: String) {
        isExcluded = text.hasPrefix("NOT ")
        pattern = WildcardPattern(String(isExcluded ? text.dropFirst(4) : text[...]))
    }

    /// Converts a component; `nil` if it cannot be expressed as a path.
    public init?(_ component: LinkComponent) {
        guard let path = component.path, component.query == nil, component.fragment == nil else { return nil }
        pattern = path
        isExcluded = component.isExcluded
    }

    /// The entry as written in the file.
    public var text: String { isExcluded ? "NOT \(pattern.text)" : pattern.text }
}

extension [LegacyPath] {
    /// Whether a link opens the app with these paths. The first match decides.
    public func open(_ link: LinkAddress) -> Bool {
        first { $0.pattern.matches(link.path) }.map { !$0.isExcluded } ?? false
    }
}
