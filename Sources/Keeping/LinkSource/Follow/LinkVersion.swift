public import LinkStore

/// A version of a shard: what a change is answered with, and what another node can be asked to have.
public struct LinkVersion: Sendable, Equatable, CustomStringConvertible {
    /// The shard of the link.
    public var shard: UInt8
    /// The version in the shard: the link's revision.
    public var number: UInt64

    /// The version that a link has.
    public init(_ record: LinkRecord) {
        shard = LinkBody.shard(of: record.key)
        number = record.revision
    }

    /// Reads `17:4711`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let shard = UInt8(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.shard = shard
        self.number = number
    }

    public var description: String { "\(shard):\(number)" }
}

/// Somebody who waits until the replica has some versions.
struct VersionWait {
    let versions: [LinkVersion]
    let limit: ContinuousClock.Instant
    let finish: @Sendable (Bool) -> Void
}
