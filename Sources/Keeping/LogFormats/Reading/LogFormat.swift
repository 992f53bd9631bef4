import ByteText

/// The log formats that can be read.
public enum LogFormat: Sendable, Equatable {
    case combined, virtualHostCombined, common, virtualHostCommon
    /// A JSON object per line, as written by nginx, Caddy, Traefik, Envoy, Elastic, CloudFront, Azure, Akamai and our
    /// own access log.
    case json
    /// HAProxy's HTTP log, with the names of the captured request header fields.
    case haproxy(captured: [String])
    case alb, elb
    /// W3C extended, CloudFront's included: a header line names the fields.
    case w3c
    case s3
    /// Cloudflare Logpush: JSON with its own names.
    case logpush
    /// Our own decision log.
    case decisions
    /// A pattern in the syntax of nginx's `log_format`.
    case pattern(String)
    /// Lines of another format, each wrapped in a record of the system that collects them.
    indirect case wrapped(LineWrapper, LogFormat)

    /// The named formats.
    public static let named: [(name: String, format: LogFormat)] = [
        ("combined", .combined), ("vhost_combined", .virtualHostCombined), ("common", .common),
        ("vhost_common", .virtualHostCommon), ("json", .json),
        ("haproxy", .haproxy(captured: [])), ("alb", .alb), ("elb", .elb), ("w3c", .w3c), ("cloudfront", .w3c),
        ("s3", .s3), ("logpush", .logpush), ("decisions", .decisions),
    ]

    /// The format of lines whose last columns are missing.
    var shorter: LogFormat? {
        switch self {
        case .combined: .common
        case .virtualHostCombined: .virtualHostCommon
        default: nil
        }
    }

    /// The name, or the pattern.
    public var name: String {
        switch self {
        case .pattern(let pattern): pattern
        case .wrapped(let wrapper, let format): "\(wrapper.rawValue):\(format.name)"
        case .haproxy(let captured) where !captured.isEmpty: "haproxy:" + captured.joined(separator: "|")
        default: Self.named.first { $0.format == self }?.name ?? ""
        }
    }

    /// Parses a user-supplied format: a name, a pattern with `$variables` or Apache's `%h`, an nginx or Apache
    /// directive that defines one, or `auto`, for which it returns `nil`.
    public static func parse(_ text: String) throws(LogFormatFault) -> LogFormat? {
        if text == "auto" { return nil }
        if let named = named.first(where: { $0.name == text }) { return named.format }
        if text.hasPrefix("haproxy:") {
            let names = text.dropFirst(8).split(separator: "|", omittingEmptySubsequences: false)
            return .haproxy(captured: names.map(String.init))
        }
        for wrapper in LineWrapper.allCases where text.hasPrefix("\(wrapper.rawValue):") {
            let inner = String(text.dropFirst(wrapper.rawValue.utf8.count + 1))
            guard let format = try parse(inner), format != .w3c else {
                throw LogFormatFault(
                    "\(wrapper.rawValue): needs the format of the lines, such as \(wrapper.rawValue):combined")
            }
            return .wrapped(wrapper, format)
        }
        if let pattern = try PatternText.pattern(of: text) {
            do throws(LogFormatFault) { _ = try PatternSchema(pattern) } catch {
                throw pattern == text
                    ? error : LogFormatFault("\(error.description); the pattern was read as \(pattern)")
            }
            return .pattern(pattern)
        }
        let names = named.map(\.name)
        let hint = suggestion(for: text, among: names + ["auto"]).map { "; \($0)" } ?? ""
        throw LogFormatFault(
            "unknown log format \(text)\(hint); known formats: auto, \(names.joined(separator: ", ")), haproxy:host|user-agent with the names of "
                + "the captured fields, docker:, cri: or syslog: before a format, or a pattern such as "
                + "'$remote_addr [$time_local] \"$request\"' or '%h %l %u %t \"%r\" %>s %b'")
    }
}

/// An invalid format name or pattern.
public struct LogFormatFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault, the available formats, and for a pattern the position.
    public let description: String

    init(_ description: String) { self.description = description }
}
