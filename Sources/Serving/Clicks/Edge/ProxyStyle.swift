import ByteText

/// The request and response conventions of a proxy. Each style reads only its own fields.
enum ProxyStyle {
    /// nginx, `auth_request`: `X-Original-URI`, `X-Original-Method`, `X-Forwarded-Host`. 204 lets the request continue; 401
    /// contains the redirect's target in `Fingerpost-Location`; 403 refuses.
    case nginx
    /// Caddy's `forward_auth`, Traefik's ForwardAuth: `X-Forwarded-Uri`, `-Method`, `-Host`. 200 lets the request continue;
    /// any other response is for the client.
    case forward
    /// Envoy's `ext_authz` over HTTP with the path prefix `/edge/envoy`: method, `Host` and the rest of the path are the
    /// client's. 200 lets the request continue; any other response is for the client.
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

    /// The length of the prefix in the path of an Envoy request.
    static var envoyPrefixCount: Int { envoyPrefix.utf8CodeUnitCount }
}
