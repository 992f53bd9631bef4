/// The formats of logs that are understood.
public enum LogFormat: Sendable, Equatable {
    case combined, virtualHostCombined, common
    /// A JSON object a line, in the spellings of nginx, Caddy, Traefik, Envoy and our own access log.
    case json
    case haproxy, alb, elb
    /// W3C extended, CloudFront's included: a header line names the fields.
    case w3c
    case s3
    /// Cloudflare Logpush: JSON in its own names.
    case logpush
    /// Our own decision log.
    case decisions
    /// A pattern as nginx's `log_format` writes it.
    case pattern(String)

    /// The formats that have a name.
    public static let named: [(name: String, format: LogFormat)] = [
        ("combined", .combined), ("vhost_combined", .virtualHostCombined), ("common", .common), ("json", .json),
        ("haproxy", .haproxy), ("alb", .alb), ("elb", .elb), ("w3c", .w3c), ("cloudfront", .w3c), ("s3", .s3),
        ("logpush", .logpush), ("decisions", .decisions),
    ]

    /// The name, or the pattern.
    public var name: String {
        if case .pattern(let pattern) = self { return pattern }
        return Self.named.first { $0.format == self }?.name ?? ""
    }
}
