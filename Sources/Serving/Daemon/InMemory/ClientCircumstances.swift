public import ByteText
public import Locations
import Server

/// What is known of all who ask a front in memory: where they are, and which fields they send.
///
/// A country is stated as it is in production, by a proxy that the front trusts.
public struct ClientCircumstances: Sendable {
    /// The clients' address; nil where it is not known.
    public var address: IPAddress?
    /// The clients' country in capitals (ISO 3166-1 alpha-2); nil where it is not known.
    public var country: String?
    /// Where they are besides the country, as it is stated or as files say; nil where neither is asked.
    public var locations: Locations?
    /// Fields of every request by their names in lower case, such as `accept-language`.
    public var fields: [String: String] = [:]

    /// Nothing is known.
    public init() {}

    /// The field in which the proxy states the country; nil without one.
    var countryField: String? { country == nil ? nil : "fingerpost-country" }

    var trusted: TrustedPeers {
        guard country != nil, let proxy = TrustedPeers(["unix"]) else { return TrustedPeers() }
        return proxy
    }

    /// The clients themselves, or their proxy.
    var peer: Peer { country == nil ? Peer(address: address) : Peer(address: nil, isLocal: true) }

    /// The fields with those that the proxy sends, and none that a client would send to be taken for it.
    var sentFields: [String: String] {
        guard let country, let countryField else { return fields }
        var sent = fields.filter { !$0.key.hasPrefix("x-forwarded-") && $0.key != "forwarded" }
        sent["fingerpost-device"] = nil
        sent["x-forwarded-for"] = address?.description ?? "unknown"
        sent[countryField] = country
        return sent
    }
}
