public import LinkStore

/// A version of a shard. Responses to changes contain one, and a request to another node can require it.
public struct LinkVersion: Sendable, Equatable, CustomStringConvertible {
    /// The shard of the link.
    public var shard: UInt8
    /// The version in the shard: the link's revision.
    public var number: UInt64

    /// The version of a link.
    public init(_ record: LinkRecord) {
        shard = LinkBody.shard(of: record.key)
        number = record.revision
    }

    /// Parses `17:4711`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let shard = UInt8(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.shard = shard
        self.number = number
    }

    public var description: String { "\(shard):\(number)" }
}

/// A caller that waits until the replica has reached some versions.
struct VersionWait {
    let versions: [LinkVersion]
    let limit: ContinuousClock.Instant
    let finish: @Sendable (Bool) -> Void
}
