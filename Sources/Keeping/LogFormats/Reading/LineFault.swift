/// Why a line of a log can't be read. Such lines are counted and sampled, and never end a replay.
public enum LineFault: UInt8, Error, CaseIterable, Sendable {
    /// The line does not have the fields of the format.
    case shape
    /// A quoted or bracketed field does not end.
    case unclosed
    /// The line does not name what was requested.
    case noTarget
    /// The line is not valid JSON.
    case json
    /// The request in a decision log's line is not valid.
    case input
    /// The line is longer than ``LineLimits/longestLine``.
    case tooLong
    /// The rest of the file can't be read: compressed data is truncated or damaged, the disk fails, the file is gone or
    /// has become shorter. The reason takes the place of the line.
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

    /// A sentence for people.
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

/// Why a line was read but is not something the front decides.
public enum Bypass: UInt8, CaseIterable, Sendable {
    /// A method other than `GET` and `HEAD`.
    case method
    /// A path that is answered without looking a link up, such as `/robots.txt`.
    case reservedPath
    /// What was logged was not a request: unreadable bytes, a connection that was closed.
    case noRequest
    /// A line of the log about something else: a reload, another listener.
    case otherRecord
    /// The log does not name the requested host, and no default was given.
    case unknownHost
    /// What rules on trial would have decided otherwise about a click that has a line of its own.
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
