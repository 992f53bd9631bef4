import ByteText

/// The conventions of a proxy's request and answer. Each style reads only its own fields.
enum ProxyStyle {
    /// nginx, `auth_request`: `X-Original-URI`, `X-Original-Method`, `X-Forwarded-Host`. 204 lets the request continue;
    /// 401 has the address to go to in `Fingerpost-Location`; 403 refuses.
    case nginx
    /// Caddy's `forward_auth`, Traefik's ForwardAuth: `X-Forwarded-Uri`, `-Method`, `-Host`. 200 lets the request
    /// continue; any other answer is for the client.
    case forward
    /// Envoy's `ext_authz` over HTTP with the path prefix `/edge/envoy`: method, `Host` and the rest of the path are
    /// the client's. 200 lets the request continue; any other answer is for the client.
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

    /// The length of the part of an Envoy request's path that is not the client's.
    static var envoyPrefixCount: Int { envoyPrefix.utf8CodeUnitCount }
}
