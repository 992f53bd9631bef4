import Glibc

/// Why one of the daemon's files can't be used. The sentence names the file and never contains its contents.
public struct FileFault: Error, Sendable, CustomStringConvertible {
    /// The file, the problem and the remedy, as a sentence.
    public let description: String

    package init(_ description: String) { self.description = description }

    /// The fault of a failed system call on the file, with the reason in `errno`.
    package static func system(_ what: String) -> FileFault {
        // Safe: strerror returns a string that is valid at least until the next call, and is copied here.
        FileFault("\(what): \(unsafe String(cString: strerror(errno)))")
    }
}

/// Why a daemon can't start, or can't reload.
public struct StartupFault: Error, Sendable {
    /// The problems, one sentence or diagnostic each.
    public let lines: [String]

    package init(lines: [String]) { self.lines = lines }

    /// A fault with one sentence.
    public init(_ line: String) { lines = [line] }
}
