import ByteText

/// In whose words a proxy asks, and wants its answer. Each style reads its own fields and no other's.
enum ProxyStyle {
    /// nginx, `auth_request`: `X-Original-URI`, `X-Original-Method`, `X-Forwarded-Host`. 204 lets the request go on; 401
    /// carries the address to go to in `Fingerpost-Location`; 403 refuses.
    case nginx
    /// Caddy's `forward_auth`, Traefik's ForwardAuth: `X-Forwarded-Uri`, `-Method`, `-Host`. 200 lets the request go on; any
    /// other answer is the client's.
    case forward
    /// Envoy's `ext_authz` over HTTP with the path prefix `/edge/envoy`: method, `Host` and the rest of the path are the
    /// client's. 200 lets the request go on; any other answer is the client's.
    case envoy

    private static let envoyPrefix: StaticString = "/edge/envoy"

    init?(path: Span<UInt8>) {
        if path.equals("/edge/nginx") {
            self = .nginx
        } else if path.equals("/edge/forward") {
            self = .forward
        } else if path.starts(with: "/edge/envoy/") {
            self = .envoy
        } else {
            return nil
        }
    }

    /// How much of an Envoy question's path is not the client's.
    static var envoyPrefixCount: Int { envoyPrefix.utf8CodeUnitCount }
}
