import Access
import HTTP
import Libevent
import Server
import Settings

extension ServerSettings {
    /// The maximum size of a body at edge and admin; the front accepts none.
    private static let bodyBytes = 1 << 20
    /// The maximum size of a body at the app API; requests to create a link have a few kilobytes.
    private static let appBodyBytes = 1 << 16

    /// The server settings derived from a daemon's settings.
    init(_ settings: DaemonSettings, trusted: TrustedPeers, _ certificates: FrontCertificates, workers: Int) {
        var clicks = RequestLimits()
        clicks.headBytes = settings.limits.headBytes
        clicks.fields = settings.limits.fields
        var questions = clicks
        questions.bodyBytes = Self.bodyBytes
        var forwarded = questions
        forwarded.takesAnyPath = true
        var apps = clicks
        apps.bodyBytes = Self.appBodyBytes
        self.init(
            listeners: Self.listeners(settings.front, clicks, certificates) + [
                ListenerSettings(.edge, [SocketAddress(settings.edge)], requests: forwarded),
                ListenerSettings(.admin, [SocketAddress(settings.admin)], requests: questions),
            ] + Self.listeners(.api, settings.api, apps, certificates), workers: workers)
        for index in listeners.indices where [.front, .edge].contains(listeners[index].kind) {
            listeners[index].acceptsHTTP2WithoutTLS = settings.h2c && listeners[index].identity == nil
        }
        limits.connections = settings.limits.connections
        limits.perAddress = settings.limits.perAddress
        limits.headerTimeout = .seconds(settings.limits.headerSeconds)
        limits.idleTimeout = .seconds(settings.limits.idleSeconds)
        // A trusted proxy's connections are shared by many clients.
        limits.isExempt = { trusted.contains($0) }
        trusts = { trusted.contains($0) }
        transportSecuritySeconds = settings.hsts
    }

    /// The settings with connections limited by the available descriptors.
    ///
    /// - Parameter report: Receives a line if the limit is lowered.
    func fittingDescriptors(_ report: (String) -> Void) -> ServerSettings {
        let available = DescriptorLimit.raise() - 64 - 16 * workers
        guard limits.connections > available else { return self }
        var settings = self
        settings.limits.connections = max(1, available)
        report(
            "limits.connections: lowered to \(settings.limits.connections): too few file descriptors; "
                + "raise the limit (ulimit -n, LimitNOFILE=)")
        return settings
    }

    /// The public listeners. Those without TLS that differ only in their address are combined.
    private static func listeners(
        _ front: [FrontListener], _ requests: RequestLimits, _ certificates: FrontCertificates
    ) -> [ListenerSettings] {
        [ListenerKind.front, .redirect].flatMap { kind in
            let own = front.filter { ($0.service == .redirect) == (kind == .redirect) }
            return listeners(kind, own, requests, certificates)
        }
    }

    /// The listeners of one kind.
    private static func listeners(
        _ kind: ListenerKind, _ own: [FrontListener], _ requests: RequestLimits, _ certificates: FrontCertificates
    ) -> [ListenerSettings] {
        var listeners: [ListenerSettings] = []
        for isProxied in [false, true] {
            let plain = own.filter { $0.certificates == nil && $0.proxyProtocol == isProxied }
            guard !plain.isEmpty else { continue }
            var listener = ListenerSettings(kind, plain.map { SocketAddress($0.address) }, requests: requests)
            listener.expectsProxyHeader = isProxied
            listeners.append(listener)
        }
        for secure in own where secure.certificates != nil {
            var listener = ListenerSettings(
                kind, [SocketAddress(secure.address)], requests: requests,
                identity: certificates.identity(of: secure.address))
            listener.expectsProxyHeader = secure.proxyProtocol
            listeners.append(listener)
        }
        return listeners
    }
}

extension SocketAddress {
    /// The address of a setting, which was validated when it was read.
    init(_ address: ListenAddress) {
        guard let socket = SocketAddress(address.description) else {
            preconditionFailure("\(address) is an address of settings and not of a socket")
        }
        self = socket
    }
}
