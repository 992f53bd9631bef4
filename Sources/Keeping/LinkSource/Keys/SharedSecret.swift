/// A secret that all nodes of a source share, and what a node does with it.
///
/// It is in the source's table of secrets, as it is: the nodes' role and the owner can read it, and so can who has a dump.
public struct SharedSecret: Sendable {
    /// What it is for.
    public let name: SharedSecretName
    /// Whether the replica keeps a copy, for starts without the source. A backup of the replica has it too.
    public let isKept: Bool
    /// This node's own, which becomes that of all nodes where the source has none; nil to make a new one. On the loop's thread.
    public let own: @Sendable () -> [UInt8]?
    /// Takes over what all nodes share: at each look at the source, whether or not it has changed, since keys of a ring have
    /// their times. On the loop's thread.
    public let adopt: @Sendable ([UInt8]) -> Void

    /// A secret that this node shares.
    public init(
        _ name: SharedSecretName, isKept: Bool = true, own: @escaping @Sendable () -> [UInt8]? = { nil },
        adopt: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) {
        self.name = name
        self.isKept = isKept
        self.own = own
        self.adopt = adopt
    }
}

/// The secrets that nodes may share, by their names at the source and in stores.
public enum SharedSecretName: String, Sendable, CaseIterable {
    /// What `page_token` of lists is sealed with: 32 bytes.
    case lists = "page-tokens"
    /// What addresses of pages are sealed with: a ``KeyRing``.
    case pages = "page-keys"
    /// What TLS session tickets are sealed with: a ``KeyRing``.
    case tickets = "tls-tickets"
    /// What masks in logs are drawn with: 32 bytes or more.
    case masks = "mask-key"

    /// How its keys follow one another; nil for a secret that stays until it is changed by hand.
    public var schedule: KeySchedule? {
        switch self {
        case .lists, .masks: nil
        case .pages: .pages
        case .tickets: .tickets
        }
    }
}
