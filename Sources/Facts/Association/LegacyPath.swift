/// One of the `paths` that systems before iOS 13 read instead of components: a pattern, with `NOT ` before it for paths that
/// stay on the web. The query is never looked at.
public struct LegacyPath: Sendable, Hashable {
    /// What the path must match.
    public var pattern: WildcardPattern
    /// Whether paths that match stay on the web.
    public var isExcluded: Bool

    /// Reads a path as it is written in a file.
    public init(_ text: String) {
        isExcluded = text.hasPrefix("NOT ")
        pattern = WildcardPattern(String(isExcluded ? text.dropFirst(4) : text[...]))
    }

    /// The component as a path; nil for one that asks for more than a path can say.
    public init?(_ component: LinkComponent) {
        guard let path = component.path, component.query == nil, component.fragment == nil else { return nil }
        pattern = path
        isExcluded = component.isExcluded
    }

    /// As it is written in a file.
    public var text: String { isExcluded ? "NOT \(pattern.text)" : pattern.text }
}

extension [LegacyPath] {
    /// Whether a link opens the app that has these paths: the first that matches decides.
    public func open(_ link: LinkAddress) -> Bool {
        first { $0.pattern.matches(link.path) }.map { !$0.isExcluded } ?? false
    }
}
