import Glibc

/// A failure to open or write a spool; the description names the file.
public struct SpoolFault: Error, Sendable, CustomStringConvertible {
    /// A sentence that names the file and the cause.
    public let description: String
    /// Whether another process has the spool open, which is temporary.
    public let isInUse: Bool

    init(_ path: String, isInUse: Bool = false) {
        self.isInUse = isInUse
        // Safe: strerror returns a string that is valid until the thread's next call of it; it is copied here.
        description =
            isInUse ? "\(path): another process writes to it" : unsafe "\(path): \(String(cString: strerror(errno)))"
    }
}
