import ByteText
import LinkStore

/// The node name and incarnation under which the counts of a pushed store are recorded, as of a node that no longer
/// exists.
enum PushIncarnation {
    /// The prefix of such node names.
    static let prefix = "pushed "

    /// The name and the incarnation, a negative number. The source keeps it once the counts are folded, so that the store is not
    /// counted again.
    ///
    /// - Parameter secret: The store's secret.
    static func identity(_ secret: [UInt8]) -> ReplicaIdentity {
        let node = prefix + Hexadecimal.text(secret)
        return ReplicaIdentity(source: 0, node: node, incarnation: ByteHash64.of(Array(node.utf8).span) | 1 << 63)
    }
}
