/// Which destinations to list the links of.
public enum DestinationFilter: Sendable, Equatable {
    /// Links that lead to this address, and to no other.
    case address(LinkDestination)
    /// Links that lead to this host, which is in lower case and ASCII; those of its subdomains are not among them.
    case host(String)

    /// Whether a link leads there.
    public func finds(_ record: LinkRecord) -> Bool {
        switch self {
        case .address(let wanted): record.destination == wanted
        case .host(let host): record.destination.host == host
        }
    }

    /// What the keys of the index begin with that name these links, and perhaps a few others.
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
