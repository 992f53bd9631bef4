import Glibc

/// Why a spool can't be opened or written, in a sentence that names the file.
public struct SpoolFault: Error, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// Whether another process has the spool open, which passes.
    public let isInUse: Bool

    init(_ path: String, isInUse: Bool = false) {
        self.isInUse = isInUse
        // Safe: strerror returns a text that is valid until the thread's next call of it, and it is copied here.
        description =
            isInUse ? "\(path): another process writes to it" : unsafe "\(path): \(String(cString: strerror(errno)))"
    }
}
