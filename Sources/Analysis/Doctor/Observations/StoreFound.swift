public import LinkStore

/// The store of short links, as opened by the command. A process may open a store only once, so the doctor does not
/// open it.
public struct StoreFound: Sendable {
    /// Its directory.
    public var directory: String
    /// The store; `nil` if it is missing or can't be opened.
    public var links: LinkStore?
    /// The reason why it can't be opened; `nil` if it can or if there is none.
    public var fault: String?

    /// A directory with a store, without one, or with one that can't be opened.
    public init(directory: String, links: LinkStore? = nil, fault: String? = nil) {
        self.directory = directory
        self.links = links
        self.fault = fault
    }
}
