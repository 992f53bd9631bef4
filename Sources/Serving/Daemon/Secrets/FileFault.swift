import Glibc

/// Why a file of the daemon's can't be used, in a sentence that names it and never contains its content.
public struct FileFault: Error, Sendable, CustomStringConvertible {
    /// The sentence: what is wrong with which file, and how to fix it.
    public let description: String

    init(_ description: String) { self.description = description }

    /// A system call on the file failed, for the reason in `errno`.
    static func system(_ what: String) -> FileFault {
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        FileFault("\(what): \(unsafe String(cString: strerror(errno)))")
    }
}
