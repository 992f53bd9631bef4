import ByteText
import HTTP
import Links
import Settings

/// What is asked of a daemon over its control socket.
enum ControlCall: Sendable, Equatable {
    /// What is switched off or on.
    enum Subject: Sendable, Equatable {
        case site(String)
        /// `example.page.link/CODE`.
        case link(String)
    }

    /// How the daemon stands.
    case status
    /// All settings, with their values in force and in their files.
    case settings
    /// Loads the rules again.
    case reload
    /// Stops accepting connections, and ends when those that are open are done.
    case drain
    /// Says more or less on standard error.
    case logLevel(LogLevel, seconds: Int64?)
    /// Switches a site or a link off.
    case disable(Subject, seconds: Int64?, reason: String)
    /// Switches it on again.
    case enable(Subject, reason: String)

    /// What a caller needs.
    var level: ControlLevel { self == .status || self == .settings ? .read : .operate }

    /// The paths, with what asks for them.
    static let paths: [(path: StaticString, method: Method, parameters: [String])] = [
        ("/v1/status", .get, []),
        ("/v1/settings", .get, []),
        ("/v1/reload", .post, []),
        ("/v1/drain", .post, []),
        ("/v1/log-level", .post, ["level", "seconds"]),
        ("/v1/disable", .post, ["site", "link", "seconds", "reason"]),
        ("/v1/enable", .post, ["site", "link", "reason"]),
    ]

    /// How long a site may be off, or a level be set, in seconds: ten years.
    private static let mostSeconds = 315_360_000
    /// The most bytes of a reason.
    private static let mostReason = 500

    /// Reads a request whose path and method fit a row of ``paths``.
    init(_ path: StaticString, _ query: APIQuery) throws(APIError) {
        switch path.description {
        case "/v1/status": self = .status
        case "/v1/settings": self = .settings
        case "/v1/reload": self = .reload
        case "/v1/drain": self = .drain
        case "/v1/log-level": self = .logLevel(try Self.level(query), seconds: try Self.seconds(query))
        case "/v1/disable":
            let subject = try Self.subject(query)
            let seconds = try Self.seconds(query)
            if seconds != nil, case .link = subject {
                throw APIError(.badRequest, "seconds is for sites; a link stays off until it is enabled")
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
            throw APIError(.badRequest, "level is one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return level
    }

    private static func subject(_ query: APIQuery) throws(APIError) -> Subject {
        switch (query["site"], query["link"]) {
        case (let site?, nil): return .site(site)
        case (nil, let link?): return .link(link)
        default: throw APIError(.badRequest, "name a site or a link: ?site=NAME or ?link=HOST/CODE")
        }
    }

    /// Why it is asked for, without secrets: it is kept and logged.
    private static func reason(_ query: APIQuery) throws(APIError) -> String {
        let reason = query["reason"] ?? ""
        guard reason.utf8.count <= mostReason else {
            throw APIError(.badRequest, "reason has more than \(mostReason) bytes")
        }
        return Masking.masked(reason)
    }
}
