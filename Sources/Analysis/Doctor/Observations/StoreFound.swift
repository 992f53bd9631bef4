public import LinkStore

/// The store of short links, as a command found it. A process opens a store once, and so the doctor does not.
public struct StoreFound: Sendable {
    /// Its directory.
    public var directory: String
    /// The store; nil where there is none, or it can't be opened.
    public var links: LinkStore?
    /// Why it can't be opened; nil where it can, or there is none.
    public var fault: String?

    /// A place with a store, without one, or with one that can't be opened.
    public init(directory: String, links: LinkStore? = nil, fault: String? = nil) {
        self.directory = directory
        self.links = links
        self.fault = fault
    }
}
