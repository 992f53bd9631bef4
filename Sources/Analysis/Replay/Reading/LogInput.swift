import Glibc

/// The source of a log.
public enum LogInput: Sendable, Equatable {
    case file(String)
    case standardInput

    /// The display name: the path, or `standard input`.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }

    /// The inputs for command-line arguments: paths, patterns such as `logs/*.gz`, and `-` for standard input.
    ///
    /// A missing or unreadable file is reported before the work begins. The files of a pattern are sorted by name.
    public static func expanding(_ arguments: [String]) throws(ReplayFault) -> [LogInput] {
        var inputs: [LogInput] = []
        for argument in arguments {
            if argument == "-" {
                guard !inputs.contains(.standardInput) else {
                    throw ReplayFault("standard input can be read only once")
                }
                inputs.append(.standardInput)
            } else {
                inputs += try files(argument).map { .file($0) }
            }
        }
        for input in inputs { _ = try OpenFile.size(of: input) }
        return inputs
    }

    /// The files of a path or pattern. A file whose name equals the pattern takes precedence.
    private static func files(_ argument: String) throws(ReplayFault) -> [String] {
        // Safe: the string's bytes are valid for the duration of the call.
        let exists = unsafe access(argument, F_OK) == 0
        if exists || !argument.contains(where: { "*?[".contains($0) }) { return [argument] }
        var found = unsafe glob_t()
        // Safe: the memory that `glob` has allocated is freed once, after the strings were copied.
        defer { unsafe globfree(&found) }
        switch unsafe glob(argument, GLOB_ERR, nil, &found) {
        case 0: break
        case GLOB_ABORTED: throw ReplayFault("\(argument): can't read a directory: \(UnreadRest.last.reason)")
        default: throw ReplayFault("\(argument): no such file")
        }
        // Safe: `gl_pathv` contains `gl_pathc` terminated strings.
        return unsafe (0..<Int(found.gl_pathc)).map { unsafe String(cString: found.gl_pathv[$0]!) }
    }
}

/// The reason why a replay can't begin: an input can't be opened, or its format is unknown.
public struct ReplayFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error message, as a sentence.
    public var description: String

    /// Creates a fault with a message.
    public init(_ description: String) {
        self.description = description
    }
}
