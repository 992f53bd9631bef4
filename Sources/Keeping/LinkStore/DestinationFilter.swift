/// A filter for links by destination.
public enum DestinationFilter: Sendable, Equatable {
    /// Links to exactly this address.
    case address(LinkDestination)
    /// Links to this host, in lowercase ASCII, without its subdomains.
    case host(String)

    /// Whether a link matches.
    public func finds(_ record: LinkRecord) -> Bool {
        switch self {
        case .address(let wanted): record.destination == wanted
        case .host(let host): record.destination.host == host
        }
    }

    /// The prefix of the index keys of these links, and possibly a few others.
    var indexPrefix: [UInt8] {
        var prefix: [UInt8] = []
        switch self {
        case .address(let wanted):
            prefix.appendBigEndian(wanted.hostHash)
            prefix.appendBigEndian(wanted.addressHash)
        case .host(let host): prefix.appendBigEndian(LinkDestination.hash(ofHost: host))
        }
        return prefix
    }
}
