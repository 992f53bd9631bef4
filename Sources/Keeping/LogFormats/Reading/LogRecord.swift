public import ByteText
public import Devices
public import Routing

/// The contents of one line of a log, as ranges of the arena that holds the line; `nil` for parts that the line omits.
public struct LogRecord: Sendable {
    /// The place of the line.
    public var place = LinePlace(input: 0, block: 0, line: 0)
    /// The whole line as in the log, without its line end.
    public var line = TextRange.empty
    /// The request's method, as logged.
    public var method: TextRange?
    /// The requested host, without a port: the log's own, or the default for logs that have none.
    public var host: TextRange?
    /// The request target with the escapes of the format undone: path and query.
    public var target: TextRange?
    /// The `User-Agent` header field.
    public var userAgent: TextRange?
    /// The `Referer` header field.
    public var referer: TextRange?
    /// The `Accept-Language` header field.
    public var acceptLanguage: TextRange?
    /// The other header fields that describe the device.
    public var hints = ClientHints()
    /// The client's address; `nil` if the logged text is not an address.
    public var ip: TextRange?
    /// The client's country, a code of two letters (ISO 3166-1).
    public var country: TextRange?
    /// The time in seconds since 1970-01-01T00:00:00Z.
    public var time: Int64?
    /// The response's status.
    public var status: UInt16?
    /// The response's `Location`.
    public var location: TextRange?
    /// The logged decision, if the line is from a decision log.
    public var logged: LoggedDecision?

    /// A record of an empty line.
    public init() {}
}

/// The decision in a line of a decision log. Codes, keys and email addresses in it are masked.
public struct LoggedDecision: Sendable {
    /// `nil` if the line contains an unknown decision.
    public var kind: DecisionKind?
    /// The ID of the deciding rule.
    public var rule: TextRange?
    /// The target.
    public var target: TextRange?
    /// The page's name.
    public var page: TextRange?
    /// The status of the response.
    public var status: UInt16?
    /// The code of the error.
    public var error: TextRange?
    /// The number of undecided rules.
    public var undecidedCount: Int?
    /// The time of the decision in seconds since the epoch. The request may be about another time.
    public var time: Int64?
    /// The hash of the rule set that decided.
    public var ruleSet: TextRange?

    /// A decision without any known parts.
    public init() {}
}
