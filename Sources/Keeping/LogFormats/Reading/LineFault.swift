/// The reason a line of a log can't be read. Such lines are counted and sampled, and never end a replay.
public enum LineFault: UInt8, Error, CaseIterable, Sendable {
    /// The line does not have the fields of the format.
    case shape
    /// A quoted or bracketed field does not end.
    case unclosed
    /// The line does not contain the request target.
    case noTarget
    /// The line is not valid JSON.
    case json
    /// The request in a decision log's line is not valid.
    case input
    /// The line is longer than ``LineLimits/longestLine``.
    case tooLong
    /// The rest of the file can't be read: compressed data is truncated or damaged, the disk fails, or the file was
    /// removed or truncated. The reason is reported instead of the line.
    case damaged

    /// A stable name for programs.
    public var name: StaticString {
        switch self {
        case .shape: "shape"
        case .unclosed: "unclosed"
        case .noTarget: "no-target"
        case .json: "json"
        case .input: "input"
        case .tooLong: "too-long"
        case .damaged: "damaged"
        }
    }

    /// A readable sentence.
    public var message: StaticString {
        switch self {
        case .shape: "does not have the fields of the format"
        case .unclosed: "has an unterminated quoted field"
        case .noTarget: "has no request target"
        case .json: "is not a JSON object"
        case .input: "has an input that is not a valid request"
        case .tooLong: "is longer than 1 MiB"
        case .damaged: "the file could not be read to the end"
        }
    }
}

/// The reason a readable line is not decided by the front.
public enum Bypass: UInt8, CaseIterable, Sendable {
    /// A method other than `GET` and `HEAD`.
    case method
    /// A path that is served without looking up a link, such as `/robots.txt`.
    case reservedPath
    /// The line is not about a request: unreadable bytes, or a connection that was closed.
    case noRequest
    /// A line of the log about something else: a reload, another listener.
    case otherRecord
    /// The log does not contain the requested host, and no default was given.
    case unknownHost
    /// The different decision of candidate rules about a click that has a line of its own.
    case shadow

    /// A stable name for programs.
    public var name: StaticString {
        switch self {
        case .method: "method"
        case .reservedPath: "reserved-path"
        case .noRequest: "no-request"
        case .otherRecord: "other-record"
        case .unknownHost: "unknown-host"
        case .shadow: "shadow"
        }
    }
}

/// How much of a log is held in memory.
public enum LineLimits {
    /// In bytes. Longer lines are skipped and counted: no request head is that long.
    public static let longestLine = 1 << 20
}
