import ByteText

/// How the counts of a store that is pushed are noted: as those of a node that is no more.
enum PushIncarnation {
    /// What the names of such nodes begin with.
    static let prefix = "pushed "

    /// The incarnation of its rows in `fp_count`.
    static let older: UInt64 = 1

    /// - Parameter secret: The store's.
    static func node(_ secret: [UInt8]) -> String { prefix + Hexadecimal.text(secret) }

    /// A negative number: the source keeps it once the counts are folded, so that the store is not counted again.
    static func number(_ node: String) -> UInt64 {
        ByteHash64.of(Array(node.utf8).span) | 1 << 63
    }
}
