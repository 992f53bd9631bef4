import Glibc

/// Where a log comes from.
public enum LogInput: Sendable, Equatable {
    case file(String)
    case standardInput

    /// Its name for people: the path, or `standard input`.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }

    /// The inputs that arguments name: paths, patterns such as `logs/*.gz`, and `-` for standard input.
    ///
    /// A file that is missing or can't be read is reported before the work begins. The files of a pattern are in the
    /// order of their names.
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

    /// The files of a path or pattern. If a file has the very name of a pattern, that file is meant.
    private static func files(_ argument: String) throws(ReplayFault) -> [String] {
        // Safe: Swift lends the string's bytes for the time of the call.
        let exists = unsafe access(argument, F_OK) == 0
        if exists || !argument.contains(where: { "*?[".contains($0) }) { return [argument] }
        var found = unsafe glob_t()
        // Safe: what the call has allocated is freed below, after the strings were copied.
        defer { unsafe globfree(&found) }
        switch unsafe glob(argument, GLOB_ERR, nil, &found) {
        case 0: break
        case GLOB_ABORTED: throw ReplayFault("\(argument): can't read a directory: \(UnreadRest.last.reason)")
        default: throw ReplayFault("\(argument): no such file")
        }
        // Safe: there are as many paths as the call says, each a terminated string.
        return unsafe (0..<Int(found.gl_pathc)).map { unsafe String(cString: found.gl_pathv[$0]!) }
    }
}

/// Why a replay can't begin: an input can't be opened, or its format is not known.
public struct ReplayFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, as a sentence for people.
    public var description: String

    /// A fault from its sentence.
    public init(_ description: String) {
        self.description = description
    }
}
