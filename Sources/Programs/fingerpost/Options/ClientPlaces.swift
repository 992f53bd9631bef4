import ByteText
import Locations
import Routing

/// Adds the locations of clients to JSON requests, as the daemon does for clicks.
struct ClientPlaces {
    /// The geolocation files, or `nil` if none were given.
    let locations: Locations?

    /// A request with the location of its `ip` added. Existing keys are kept.
    func completing(_ request: JSONValue) -> JSONValue {
        guard let locations, var object = request.object, let ip = object["ip"]?.string else { return request }
        var arena = ByteArena()
        var click = ClickRequest()
        click.ip = arena.append(ip)
        click.country = object["country"]?.string.map { arena.append($0) }
        locations.complete(&click, for: .all, in: &arena)
        for (key, value) in [(RequestKey.country, click.country), (.region, click.region), (.city, click.city)] {
            if let value, object[key.rawValue] == nil { object.append(key.rawValue, .string(arena.string(value))) }
        }
        if let network = click.network, object[RequestKey.asn.rawValue] == nil {
            object.append(RequestKey.asn.rawValue, .number(JSONNumber(Int(network))))
        }
        return .object(object)
    }
}
