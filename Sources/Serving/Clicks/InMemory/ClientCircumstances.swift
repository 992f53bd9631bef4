import Access
public import ByteText
public import Locations
import Server

/// The common properties of all clients of a front in memory: their location and their request fields.
///
/// A country is passed as in production, by a proxy that the front trusts.
public struct ClientCircumstances: Sendable {
    /// The clients' address, or `nil` if unknown.
    public var address: IPAddress?
    /// The clients' country in upper case (ISO 3166-1 alpha-2), or `nil` if unknown.
    public var country: String?
    /// The location data for details other than the country, or `nil` if there is none.
    public var locations: Locations?
    /// The fields of every request, by lower-case name, such as `accept-language`.
    public var fields: [String: String] = [:]

    /// No known properties.
    public init() {}

    /// The field in which the proxy passes the country; `nil` if there is none.
    var countryField: String? { country == nil ? nil : "fingerpost-country" }

    var trusted: TrustedPeers {
        guard country != nil, let proxy = TrustedPeers(["unix"]) else { return TrustedPeers() }
        return proxy
    }

    /// The peer of the connection: the client, or its proxy.
    var peer: Peer { country == nil ? Peer(address: address) : Peer(address: nil, isLocal: true) }

    /// The fields including those of the proxy, without client fields that could be mistaken for them.
    var sentFields: [String: String] {
        guard let country, let countryField else { return fields }
        var sent = fields.filter { !$0.key.hasPrefix("x-forwarded-") && $0.key != "forwarded" }
        sent["fingerpost-device"] = nil
        sent["x-forwarded-for"] = address?.description ?? "unknown"
        sent[countryField] = country
        return sent
    }
}
