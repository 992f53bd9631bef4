import ByteText

/// The node name and incarnation under which the counts of a pushed store are recorded, as of a node that no longer
/// exists.
enum PushIncarnation {
    /// The prefix of such node names.
    static let prefix = "pushed "

    /// The incarnation of its rows in `fp_count`.
    static let older: UInt64 = 1

    /// - Parameter secret: The store's secret.
    static func node(_ secret: [UInt8]) -> String { prefix + Hexadecimal.text(secret) }

    /// A negative number. The source keeps it once the counts are folded, so that the store is not counted again.
    static func number(_ node: String) -> UInt64 {
        ByteHash64.of(Array(node.utf8).span) | 1 << 63
    }
}
