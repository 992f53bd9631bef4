import ByteText
package import Libevent
package import OpenSSL
import ServiceFiles

/// A proxy whose name has been resolved, and whose credentials have been read.
package struct ResolvedProxy: Sendable {
    private let name: String
    private let places: [SocketAddress]
    private let authorization: String?
    private let proxy: OutgoingProxy

    /// Blocks on the network, so it must not be called on a thread with a loop. Throws if the proxy can't be used.
    package init(_ proxy: OutgoingProxy) throws(ClientFault) {
        (self.proxy, name) = (proxy, proxy.address.authority)
        do throws(FileFault) { authorization = try proxy.authorization() } catch {
            throw .proxy("outgoing_proxy_credentials_file: \(error.description)")
        }
        switch HostExchange.addresses(of: proxy.address.host) {
        case .success(let found) where found.isEmpty: throw .proxy("proxy \(name): the name has no address")
        case .success(let found): places = found.map { .ip($0, port: proxy.address.port) }
        case .failure(let fault): throw .proxy("proxy \(fault.reason)")
        }
    }

    /// A tunnel to one of a server's addresses, or `nil` if the server is one of the proxy's exceptions.
    package func tunnel(
        to address: SocketAddress, of host: String, tls: TLSClientContext?
    ) -> ClientExchange.Route? {
        guard case .ip(let ip, let port) = address, proxy.carries(host: host, port: port),
            proxy.carries(host: ip.description, port: port)
        else { return nil }
        return route(tunnel: address.description, tls: tls)
    }

    /// - Parameter tunnel: The server's host and port, or `nil` to send the request to the proxy in absolute form.
    func route(tunnel: String?, tls: TLSClientContext?) -> ClientExchange.Route {
        ClientExchange.Route(
            places[0], alternatives: Array(places.dropFirst()), tls: tls,
            through: ProxyPassage(proxy: name, tunnel: tunnel, authorization: authorization))
    }
}
