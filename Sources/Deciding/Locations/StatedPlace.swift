import ByteText
import Routing

/// Where clients are, as somebody states it who asks what would be decided.
public struct StatedPlace: Sendable, Equatable {
    /// The region, as ISO 3166-2 has it behind the hyphen; nil where it is not stated.
    public var region: String?
    /// The city, by its name in English; nil where it is not stated.
    public var city: String?
    /// The number of the network; nil where it is not stated.
    public var network: UInt32?

    /// Nothing is stated.
    public init() {}

    func complete(_ request: inout ClickRequest, for reads: LocationReads, in arena: inout ByteArena) {
        if reads.region, request.region == nil { request.region = region.map { arena.append($0) } }
        if reads.city, request.city == nil { request.city = city.map { arena.append($0) } }
        if reads.network, request.network == nil { request.network = network }
    }
}
