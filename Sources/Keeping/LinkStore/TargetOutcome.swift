/// The outcome of a check of a link's target. The raw values are those in the file.
public enum TargetOutcome: UInt8, Sendable, CaseIterable {
    case ok = 0
    /// 404 or 410.
    case gone = 1
    /// Another status from 400 to 499.
    case clientError = 2
    case serverError = 3
    /// 429 or 999: the server currently rejects automated requests. Inconclusive.
    case limited = 4
    case dns = 5
    case tls = 6
    case timeout = 7
    case refused = 8
    /// No connection for another reason, such as a missing route.
    case unreachable = 9
    /// The connection was closed without a response, or the response is not HTTP/1.1.
    case badAnswer = 10
    /// Not checked: the address is not public, the port is not allowed, or a redirect leads to an address with a
    /// secret. Inconclusive.
    case blocked = 11
    /// More than five redirects, or a cycle.
    case redirectLoop = 12

    /// The name in JSON and metrics: `client_error`.
    public var name: String {
        switch self {
        case .ok: "ok"
        case .gone: "gone"
        case .clientError: "client_error"
        case .serverError: "server_error"
        case .limited: "limited"
        case .dns: "dns"
        case .tls: "tls"
        case .timeout: "timeout"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .badAnswer: "bad_answer"
        case .blocked: "blocked"
        case .redirectLoop: "redirect_loop"
        }
    }

    /// Whether users can't reach the target either.
    public var isFailure: Bool {
        switch self {
        case .ok, .limited, .blocked: false
        case .gone, .clientError, .serverError, .dns, .tls, .timeout, .refused, .unreachable, .badAnswer, .redirectLoop:
            true
        }
    }
}

/// A filter for links by the results of target checks.
public enum TargetFilter: String, Sendable, CaseIterable {
    /// Failed at least twice in a row.
    case broken
    /// Successful at the last check.
    case ok
    /// Not checked since the link was created or its target changed.
    case unchecked
}
