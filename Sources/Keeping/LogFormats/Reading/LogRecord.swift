public import ByteText
public import Devices
public import Routing

/// What one line of a log says, as ranges of the arena that holds the line. What the line does not say is nil.
public struct LogRecord: Sendable {
    public var place = LinePlace(input: 0, block: 0, line: 0)
    /// The whole line as it stands in the log, without its line end.
    public var line = TextRange.empty
    public var method: TextRange?
    /// The host that was asked for, without a port; the log's own or the one that stands in for it.
    public var host: TextRange?
    /// The request target with the escapes of the format undone: path and query.
    public var target: TextRange?
    public var userAgent: TextRange?
    public var referer: TextRange?
    public var acceptLanguage: TextRange?
    /// Header fields beside the user agent that tell the device.
    public var hints = ClientHints()
    /// The client's address; nil where what is logged is none.
    public var ip: TextRange?
    public var country: TextRange?
    /// Seconds since 1970-01-01T00:00:00Z.
    public var time: Int64?
    /// The status that was answered.
    public var status: UInt16?
    /// The `Location` that was answered.
    public var location: TextRange?
    /// What was decided then, where the line is one of a decision log.
    public var logged: LoggedDecision?

    public init() {}
}

/// What a line of a decision log says was decided. Codes, keys and mail addresses in it are masked.
public struct LoggedDecision: Sendable {
    /// Nil where the line names a decision that is not known here.
    public var kind: DecisionKind?
    /// The ID of the deciding rule.
    public var rule: TextRange?
    public var target: TextRange?
    /// The page's name.
    public var page: TextRange?
    public var status: UInt16?
    /// The code of the error.
    public var error: TextRange?
    /// How many rules were undecided.
    public var undecidedCount: Int?
    /// The hash of the rule set that decided.
    public var ruleSet: TextRange?

    public init() {}
}
