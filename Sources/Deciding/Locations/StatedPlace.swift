import ByteText
import Routing

/// A client location given by the caller, to see how such clicks would be decided.
public struct StatedPlace: Sendable, Equatable {
    /// The region, the part of the ISO 3166-2 code after the hyphen; `nil` if not given.
    public var region: String?
    /// The city's name in English; `nil` if not given.
    public var city: String?
    /// The autonomous system number of the network; `nil` if not given.
    public var network: UInt32?

    /// An empty location.
    public init() {}

    func complete(_ request: inout ClickRequest, for reads: LocationReads, in arena: inout ByteArena) {
        if reads.region, request.region == nil { request.region = region.map { arena.append($0) } }
        if reads.city, request.city == nil { request.city = city.map { arena.append($0) } }
        if reads.network, request.network == nil { request.network = network }
    }
}
