/// A secret shared by all nodes of a source, and a node's use of it.
///
/// It is stored in plain text in the source's secrets table, readable by the nodes' role, the owner, and anyone with a
/// dump.
public struct SharedSecret: Sendable {
    /// The purpose of the secret.
    public let name: SharedSecretName
    /// Whether the replica keeps a copy, for starts without the source. Backups of the replica then contain it too.
    public let isKept: Bool
    /// Returns this node's own secret, which all nodes adopt if the source has none; `nil` to generate one. Called on
    /// the loop's thread.
    public let own: @Sendable () -> [UInt8]?
    /// Adopts the shared secret. Called on the loop's thread at each sync of the secrets, even if it has not changed,
    /// since the keys of a ring depend on the time.
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

/// The names of shared secrets at the source and in stores.
public enum SharedSecretName: String, Sendable, CaseIterable {
    /// Seals the `page_token` of lists: 32 bytes.
    case lists = "page-tokens"
    /// Seals addresses of pages: a ``KeyRing``.
    case pages = "page-keys"
    /// Seals TLS session tickets: a ``KeyRing``.
    case tickets = "tls-tickets"
    /// Derives the masks in logs: 32 bytes or more.
    case masks = "mask-key"

    /// The rotation schedule; `nil` for a secret that is only changed manually.
    public var schedule: KeySchedule? {
        switch self {
        case .lists, .masks: nil
        case .pages: .pages
        case .tickets: .tickets
        }
    }
}
