/// A key-value map in a file, identified by its handle in an environment.
public struct Database: Sendable, Hashable {
    let index: UInt32
}

/// The size of a database.
public struct DatabaseExtent: Sendable, Equatable {
    /// The number of keys.
    public var entries: Int
    /// The number of pages of all kinds.
    public var pages: Int
}
