/// A node that has registered with the source.
public struct ListedNode: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// The version of its program.
    public var program: String
    /// The hash of its rules; empty if it has not reported one.
    public var rules: String
    /// The number of versions it lagged behind, summed over all shards.
    public var lag: UInt64
    /// The age of the report in seconds.
    public var age: Int64
}
