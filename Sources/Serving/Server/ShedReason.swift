/// Why a request was not handled or a connection not admitted.
public enum ShedReason: String, Sendable, CaseIterable {
    /// A request that a worker would have answered too late (503).
    case lateRequest = "late_request"
    /// A new connection that a worker would have served too late (503).
    case lateConnection = "late_connection"
    /// The limit on connections is reached (503).
    case connections
    /// The limit on connections of one address is reached (503).
    case perAddress = "per_address"
    /// A PROXY header from an untrusted peer, or a missing or malformed one from a trusted peer (closed).
    case proxyHeader = "proxy_header"
    /// A click over the rate limit of its site or link (429).
    case clickLimit = "click_limit"
    /// Refusals and explanations of links over the connection's budget (HTTP/1: the last response; HTTP/2: connection
    /// terminated).
    case costlyAnswers = "costly_answers"

    /// Resets of requests that had just begun (HTTP/2; CVE-2023-44487).
    case rapidResets = "h2_rapid_resets"
    /// Requests that make the server reset them (HTTP/2; CVE-2025-8671).
    case madeResets = "h2_made_resets"
    /// Field sections in too many frames (HTTP/2; CVE-2024-28182).
    case continuationFlood = "h2_continuations"
    /// Field sections that decode to far more than the limits (HTTP/2).
    case fieldBomb = "h2_field_bomb"
    /// SETTINGS without effect, and repeated GOAWAY (HTTP/2; CVE-2019-9515).
    case settingsFlood = "h2_settings"
    /// Excessive PING frames (HTTP/2; CVE-2019-9512).
    case pingFlood = "h2_pings"
    /// Excessive PRIORITY frames (HTTP/2; CVE-2019-9513).
    case priorityFlood = "h2_priorities"
    /// Ignored frames: of unknown types, or of closed streams (HTTP/2).
    case passedOverFlood = "h2_passed_over"
    /// Empty DATA frames (HTTP/2; CVE-2019-9518).
    case emptyDataFlood = "h2_empty_data"
    /// WINDOW_UPDATE frames not caused by DATA (HTTP/2).
    case windowUpdateFlood = "h2_window_updates"
    /// Streams that make the server hold too much data or for too long: responses that the client requests without
    /// window for them, request content that does not end (HTTP/2; CVE-2019-9511, CVE-2019-9517).
    case stalledStreams = "h2_stalled"

    /// The index in arrays of counters.
    var column: Int {
        switch self {
        case .lateRequest: 0
        case .lateConnection: 1
        case .connections: 2
        case .perAddress: 3
        case .proxyHeader: 4
        case .clickLimit: 5
        case .rapidResets: 6
        case .madeResets: 7
        case .continuationFlood: 8
        case .fieldBomb: 9
        case .settingsFlood: 10
        case .pingFlood: 11
        case .priorityFlood: 12
        case .emptyDataFlood: 13
        case .windowUpdateFlood: 14
        case .stalledStreams: 15
        case .passedOverFlood: 16
        case .costlyAnswers: 17
        }
    }
}
