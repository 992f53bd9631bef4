/// The value of `version("1.10")`: a version name that is known to be one.
public struct Version: Sendable, CustomStringConvertible {
    /// The name as it was written.
    public let description: String

    /// Checks a name; nil when it is not a version (``VersionOrder``).
    public init?(_ name: String) {
        guard VersionOrder.isVersion(Array(name.utf8).span) else { return nil }
        description = name
    }

    /// How this version compares with another: `1.0` and `1` are equal.
    public func compare(_ other: Version) -> VersionOrder {
        // Both were checked when they were made.
        VersionOrder.compare(Array(description.utf8).span, Array(other.description.utf8).span) ?? .equal
    }
}
