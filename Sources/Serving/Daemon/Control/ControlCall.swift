import Telemetry
import Access
import ByteText
import HTTP
import Lab
import Links
import Settings

/// A command for the daemon, received over its control socket.
enum ControlCall: Sendable, Equatable {
    /// The site or link to disable or enable.
    enum Subject: Sendable, Equatable {
        case site(String)
        /// `example.page.link/CODE`.
        case link(String)
    }

    /// Returns the daemon's status.
    case status
    /// Returns all settings, with the values in force and those in their files.
    case settings
    /// Reloads the rules.
    case reload
    /// Opens a test of a link on a phone.
    case openLab(link: String, minutes: Int)
    /// Returns the state of a test.
    case lab(id: String)
    /// Ends a test.
    case closeLab(id: String)
    /// Stops accepting connections, and ends the daemon when the open ones have finished.
    case drain
    /// Changes the log level of standard error.
    case logLevel(LogLevel, seconds: Int64?)
    /// Disables a site or a link.
    case disable(Subject, seconds: Int64?, reason: String)
    /// Enables it again.
    case enable(Subject, reason: String)

    /// The permission level that the caller requires.
    var level: ControlLevel {
        switch self {
        case .status, .settings: .read
        default: .operate
        }
    }

    /// The paths, with method and parameters.
    static let paths: [(path: StaticString, method: Method, parameters: [String])] = [
        ("/v1/status", .get, []),
        ("/v1/settings", .get, []),
        ("/v1/lab", .get, ["id"]),
        ("/v1/lab/open", .post, ["link", "minutes"]),
        ("/v1/lab/close", .post, ["id"]),
        ("/v1/reload", .post, []),
        ("/v1/drain", .post, []),
        ("/v1/log-level", .post, ["level", "seconds"]),
        ("/v1/disable", .post, ["site", "link", "seconds", "reason"]),
        ("/v1/enable", .post, ["site", "link", "reason"]),
    ]

    /// The maximum duration of a disabled site or a log level, in seconds: ten years.
    private static let mostSeconds = 315_360_000
    /// The maximum length of a reason, in bytes.
    private static let mostReason = 500

    /// Parses a request whose path and method match a row of ``paths``.
    init(_ path: StaticString, _ query: APIQuery) throws(APIError) {
        switch path.description {
        case "/v1/status": self = .status
        case "/v1/settings": self = .settings
        case "/v1/lab": self = .lab(id: query["id"] ?? "")
        case "/v1/lab/open":
            let minutes = try query.count("minutes", in: LabSessions.minutes) ?? LabSessions.usualMinutes
            self = .openLab(link: query["link"] ?? "", minutes: minutes)
        case "/v1/lab/close": self = .closeLab(id: query["id"] ?? "")
        case "/v1/reload": self = .reload
        case "/v1/drain": self = .drain
        case "/v1/log-level": self = .logLevel(try Self.level(query), seconds: try Self.seconds(query))
        case "/v1/disable":
            let subject = try Self.subject(query)
            let seconds = try Self.seconds(query)
            if seconds != nil, case .link = subject {
                throw APIError(.badRequest, "seconds is for sites; a link stays disabled until it is enabled")
            }
            self = .disable(subject, seconds: seconds, reason: try Self.reason(query))
        default: self = .enable(try Self.subject(query), reason: try Self.reason(query))
        }
    }

    private static func seconds(_ query: APIQuery) throws(APIError) -> Int64? {
        try query.count("seconds", in: 1...mostSeconds).map(Int64.init)
    }

    private static func level(_ query: APIQuery) throws(APIError) -> LogLevel {
        guard let level = query["level"].flatMap(LogLevel.init(rawValue:)) else {
            throw APIError(
                .badRequest, "level must be one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return level
    }

    private static func subject(_ query: APIQuery) throws(APIError) -> Subject {
        switch (query["site"], query["link"]) {
        case (let site?, nil): return .site(site)
        case (nil, let link?): return .link(link)
        default: throw APIError(.badRequest, "specify a site or a link: ?site=NAME or ?link=HOST/CODE")
        }
    }

    /// The reason for the command. Secrets are masked, since it is stored and logged.
    private static func reason(_ query: APIQuery) throws(APIError) -> String {
        let reason = query["reason"] ?? ""
        guard reason.utf8.count <= mostReason else {
            throw APIError(.badRequest, "reason has more than \(mostReason) bytes")
        }
        return Masking.masked(reason)
    }
}
