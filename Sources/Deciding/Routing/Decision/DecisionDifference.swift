public import ByteText
import Links

/// The differences between two decisions about one click: everything visible to a visitor, and nothing else.
///
/// The deciding rule and the warnings are not compared, because the visitor gets the same response.
public struct DecisionDifference: OptionSet, Sendable {
    public let rawValue: UInt8

    /// The kind of response: a redirect, a page, an app open, an error.
    public static let decision = DecisionDifference(rawValue: 1 << 0)
    /// The target, the redirect's location or the payload.
    public static let target = DecisionDifference(rawValue: 1 << 1)
    /// The page, or the preview for unfurlers.
    public static let page = DecisionDifference(rawValue: 1 << 2)
    /// The status, or how long the response may be cached.
    public static let status = DecisionDifference(rawValue: 1 << 3)
    /// The app involved.
    public static let app = DecisionDifference(rawValue: 1 << 4)
    /// Where the client goes if the app does not open.
    public static let fallback = DecisionDifference(rawValue: 1 << 5)
    /// Why the link is refused.
    public static let error = DecisionDifference(rawValue: 1 << 6)

    /// The names of the differences, by bit index.
    public static let names = ["decision", "target", "page", "status", "app", "fallback", "error"]

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Compares two decisions whose texts are in one arena.
    public init(
        _ one: Decision, of oneRules: RuleSet, _ other: Decision, of otherRules: RuleSet,
        in arena: borrowing ByteArena
    ) {
        self = []
        if one.kind != other.kind { insert(.decision) }
        if !Self.isSame(one.target, other.target, arena) || !Self.isSame(one.location, other.location, arena)
            || !Self.isSame(one.payload, other.payload, arena)
            || !Self.isSame(one.appLocation, other.appLocation, arena) || one.opensByLink != other.opensByLink
        {
            insert(.target)
        }
        if one.page != other.page || one.needsTouch != other.needsTouch || !Self.isSame(one.meta, other.meta, arena) {
            insert(.page)
        }
        if one.status != other.status || one.cache != other.cache { insert(.status) }
        if !Self.isSame(one.app, other.app, arena) { insert(.app) }
        if !Self.isSame(one.fallback, other.fallback, arena) { insert(.fallback) }
        if !Self.isSame(one.error, oneRules, other.error, otherRules) { insert(.error) }
    }

    /// The names of the differences in the set.
    public var words: [String] {
        Self.names.indices.filter { rawValue & (1 << UInt8($0)) != 0 }.map { Self.names[$0] }
    }

    private static func isSame(_ one: TextRange?, _ other: TextRange?, _ arena: borrowing ByteArena) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one == other || arena[one].equals(arena[other])
    }

    private static func isSame(
        _ one: Decision.SocialMeta?, _ other: Decision.SocialMeta?, _ arena: borrowing ByteArena
    ) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return isSame(one.title, other.title, arena) && isSame(one.description, other.description, arena)
            && isSame(one.image, other.image, arena)
    }

    private static func isSame(_ one: Decision.App?, _ other: Decision.App?, _ arena: borrowing ByteArena) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return isSame(one.id, other.id, arena) && isSame(one.minimumVersion, other.minimumVersion, arena)
            && isSame(one.platform, other.platform) && isSame(one.state, other.state)
    }

    private static func isSame(
        _ one: Decision.Fallback?, _ other: Decision.Fallback?, _ arena: borrowing ByteArena
    ) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.kind == other.kind && isSame(one.target, other.target, arena)
    }

    private static func isSame(_ one: StaticString, _ other: StaticString) -> Bool {
        // Safe: both spans are read within the calls only.
        one.withUTF8Buffer { one in unsafe one.span.equals(other) }
    }

    private static func isSame(
        _ one: Decision.Failure?, _ oneRules: RuleSet, _ other: Decision.Failure?, _ otherRules: RuleSet
    ) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (.fault(let one)?, .fault(let other)?): one == other
        case (.rule(let one)?, .rule(let other)?): oneRules.rules[one].action == otherRules.rules[other].action
        default: false
        }
    }
}
