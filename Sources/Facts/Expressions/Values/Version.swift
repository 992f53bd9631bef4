/// The result of `version("1.10")`: a validated version name.
public struct Version: Sendable, CustomStringConvertible {
    /// The name as written.
    public let description: String

    /// Validates a name; `nil` if it is not a version (``VersionOrder``).
    public init?(_ name: String) {
        guard VersionOrder.isVersion(Array(name.utf8).span) else { return nil }
        description = name
    }

    /// Compares with another version: `1.0` and `1` are equal.
    public func compare(_ other: Version) -> VersionOrder {
        // Both were validated when created.
        VersionOrder.compare(Array(description.utf8).span, Array(other.description.utf8).span) ?? .equal
    }
}
