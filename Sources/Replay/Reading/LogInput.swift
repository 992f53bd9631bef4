/// Where a log comes from.
public enum LogInput: Sendable, Equatable {
    case file(String)
    case standardInput

    /// What people know it by.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }
}

/// Why a replay can't begin: what is given is no log that can be opened, or no format that is known.
public struct ReplayFault: Error, Sendable, Equatable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}
