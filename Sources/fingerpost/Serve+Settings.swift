import Glibc
import HTTP
import Libevent
import Rules
import Service

/// From the settings as they were given to what the server is started with.
extension Serve {
    /// The edge and the admin side take bodies up to this size.
    private static let bodyBytes = 1 << 20

    static func serverSettings(_ settings: DaemonSettings) throws -> ServerSettings {
        var front = RequestLimits()
        front.headBytes = settings.limits.headBytes
        front.fields = settings.limits.fields
        var api = front
        api.bodyBytes = bodyBytes
        var server = ServerSettings(
            listeners: [
                ListenerSettings(.front, try settings.front.map(address), requests: front),
                ListenerSettings(.edge, [try address(settings.edge)], requests: api),
                ListenerSettings(.admin, [try address(settings.admin)], requests: api),
            ],
            workers: settings.workers ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        server.limits.connections = settings.limits.connections
        server.limits.perAddress = settings.limits.perAddress
        server.limits.headerTimeout = .seconds(settings.limits.headerSeconds)
        server.limits.idleTimeout = .seconds(settings.limits.idleSeconds)
        return server
    }

    private static func address(_ listen: ListenAddress) throws -> SocketAddress {
        guard let address = SocketAddress(listen.description) else {
            throw Failure("\(listen.description): give an IP address and a port, or unix:/path")
        }
        return address
    }
}
