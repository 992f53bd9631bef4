/// Why a request was not handled, or a connection not let in.
public enum ShedReason: String, Sendable, CaseIterable {
    /// A request that a worker would have answered too late (503).
    case lateRequest = "late_request"
    /// A new connection that a worker would have heard too late (503).
    case lateConnection = "late_connection"
    /// There are as many connections as there may be (503).
    case connections
    /// One address has as many connections as it may have (503).
    case perAddress = "per_address"
    /// The PROXY protocol from a peer that is not trusted, or none of it from one that is (closed).
    case proxyHeader = "proxy_header"
    /// A click above what its site, or its link, may have (429).
    case clickLimit = "click_limit"
    /// More refusals and explanations of links than a connection may have (its last answer; in HTTP/2 the connection is given up).
    case costlyAnswers = "costly_answers"

    /// Resets of requests that had just begun (HTTP/2; CVE-2023-44487).
    case rapidResets = "h2_rapid_resets"
    /// Requests that only make the server reset them (HTTP/2; CVE-2025-8671).
    case madeResets = "h2_made_resets"
    /// Fields in more frames than is allowed (HTTP/2; CVE-2024-28182).
    case continuationFlood = "h2_continuations"
    /// Fields far beyond the limits once they are decoded (HTTP/2).
    case fieldBomb = "h2_field_bomb"
    /// SETTINGS that change nothing, and GOAWAY again and again (HTTP/2; CVE-2019-9515).
    case settingsFlood = "h2_settings"
    /// More PING than anyone needs (HTTP/2; CVE-2019-9512).
    case pingFlood = "h2_pings"
    /// PRIORITY (HTTP/2; CVE-2019-9513).
    case priorityFlood = "h2_priorities"
    /// Frames that are passed over: of types that the server doesn't know, or of streams that are over (HTTP/2).
    case passedOverFlood = "h2_passed_over"
    /// Frames of content without content (HTTP/2; CVE-2019-9518).
    case emptyDataFlood = "h2_empty_data"
    /// WINDOW_UPDATE for what nobody sends (HTTP/2).
    case windowUpdateFlood = "h2_window_updates"
    /// Streams that make the server hold too much or too long: answers that the client asks for and has no window for,
    /// content that does not end (HTTP/2; CVE-2019-9511, CVE-2019-9517).
    case stalledStreams = "h2_stalled"

    /// Its place among all.
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
