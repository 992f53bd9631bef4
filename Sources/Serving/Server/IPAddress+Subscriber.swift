public import Libevent

extension IPAddress {
    /// What limits count by: an IPv4 address itself, of an IPv6 address its /64, all of which one subscriber has.
    public var subscriber: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }
}
