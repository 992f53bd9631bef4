import LinkStore

/// An incarnation in which a process counts from its start until it has registered one with the source.
enum ProvisionalIncarnation {
    /// A negative number, which is registered when its counts are sent, by any process that has them. The source keeps
    /// the number once they are folded, so that an older copy of the store can't register it again.
    static func number() -> UInt64 { LinkBody.makeID() | 1 << 63 }

    static func contains(_ incarnation: UInt64) -> Bool { Int64(bitPattern: incarnation) < 0 }
}
