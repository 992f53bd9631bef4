/// A node that has been there.
public struct ListedNode: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// The version of its program.
    public var program: String
    /// The hash of its rules; empty if it has not said.
    public var rules: String
    /// How many versions it was behind, the sum over all shards: a node says no more.
    public var lag: UInt64
    /// How many seconds ago it said so.
    public var age: Int64
}
