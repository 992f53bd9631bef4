/// What came of a look at a link's target. The raw values are those in the file.
public enum TargetOutcome: UInt8, Sendable, CaseIterable {
    case ok = 0
    /// 404 or 410.
    case gone = 1
    /// Another status from 400 to 499.
    case clientError = 2
    case serverError = 3
    /// 429 or 999: the server answers people, and no program now. Says nothing of the target.
    case limited = 4
    case dns = 5
    case tls = 6
    case timeout = 7
    case refused = 8
    /// No connection for another reason, such as a missing route.
    case unreachable = 9
    /// The connection was closed without an answer, or what came is not one of HTTP/1.1.
    case badAnswer = 10
    /// Not asked: the address is not public, the port not allowed, or a redirect leads to an address with a secret. Says nothing of
    /// the target.
    case blocked = 11
    /// More than five redirects, or one to where it came from.
    case redirectLoop = 12

    /// The word for it in JSON and metrics: `client_error`.
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

    /// Whether people would not get to the target either.
    public var isFailure: Bool {
        switch self {
        case .ok, .limited, .blocked: false
        case .gone, .clientError, .serverError, .dns, .tls, .timeout, .refused, .unreachable, .badAnswer, .redirectLoop:
            true
        }
    }
}

/// Which links to list by what was found at their targets.
public enum TargetFilter: String, Sendable, CaseIterable {
    /// Failed at least twice in a row.
    case broken
    /// Answered well the last time.
    case ok
    /// Not looked at since the link was made or its target changed.
    case unchecked
}
