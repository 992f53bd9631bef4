/// One of the key-value maps in a file, by its number in an environment.
public struct Database: Sendable, Hashable {
    let index: UInt32
}

/// How full a database is.
public struct DatabaseExtent: Sendable, Equatable {
    /// How many keys it has.
    public var entries: Int
    /// How many pages it uses, of all kinds.
    public var pages: Int
}
