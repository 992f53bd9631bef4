/// Why a request was not handled, or a connection not let in.
public enum ShedReason: String, Sendable, CaseIterable {
    /// A request that a worker would have answered too late (503).
    case lateRequest = "late_request"
    /// A new connection that a worker would have heard too late (503).
    case lateConnection = "late_connection"
    /// There are as many connections as there may be (503).
    case connections
    /// One address has as many connections as it may have (503).
    case perAddress = "per_address"
    /// The PROXY protocol from a peer that is not trusted, or none of it from one that is (closed).
    case proxyHeader = "proxy_header"

    /// Its place among all.
    var column: Int {
        switch self {
        case .lateRequest: 0
        case .lateConnection: 1
        case .connections: 2
        case .perAddress: 3
        case .proxyHeader: 4
        }
    }
}
