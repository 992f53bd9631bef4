import ByteText
import Libevent

/// Requests through a proxy.
extension HostExchange {
    /// The outcome at the server, whose name the proxy resolves: through a tunnel for https, in absolute form for http.
    func run(through proxy: OutgoingProxy, patience: Duration) throws(EventError) -> ClientOutcome {
        let resolved: ResolvedProxy
        do throws(ClientFault) { resolved = try ResolvedProxy(proxy) } catch { return ClientOutcome(.failure(error)) }
        let host = request.host.contains(":") ? "[\(request.host)]" : request.host
        let route = resolved.route(tunnel: tls == nil ? nil : "\(host):\(port)", tls: tls)
        return try send(by: route, patience: patience)
    }

    /// The outcome at the first of the server's addresses that the proxy can connect to, or at the last one.
    ///
    /// Always through a tunnel: for a request in absolute form the proxy would resolve the name, which would defeat the
    /// caller's check of the addresses.
    func run(
        through proxy: OutgoingProxy, at addresses: [IPAddress], patience: Duration
    ) throws(EventError) -> ClientOutcome? {
        let resolved: ResolvedProxy
        do throws(ClientFault) { resolved = try ResolvedProxy(proxy) } catch { return ClientOutcome(.failure(error)) }
        let end = ContinuousClock.now + patience
        var last: ClientOutcome?
        for (index, address) in addresses.enumerated() {
            // Half of the remaining time if there is another address, which may respond faster.
            let left = max(.seconds(1), ContinuousClock.now.duration(to: end))
            let route = resolved.route(tunnel: SocketAddress.ip(address, port: port).description, tls: tls)
            last = try send(by: route, patience: index + 1 < addresses.count ? left / 2 : left)
            switch last?.fault {
            case .connection?, .timeout(.connecting)?: continue
            default: return last
            }
        }
        return last
    }
}
