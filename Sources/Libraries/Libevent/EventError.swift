import Glibc

/// A failed call to the kernel or libevent during setup.
public struct EventError: Error, Equatable, CustomStringConvertible {
    /// The operation, named as in the man pages.
    public var operation: String
    /// The `errno` of the failure, or 0 if libevent reports none.
    public var code: Int32

    /// Creates an error from the name of a call and its `errno`.
    public init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// The error in `errno`, read before anything else can overwrite it.
    static func last(_ operation: String) -> EventError {
        EventError(operation, code: errno)
    }

    public var description: String {
        guard code != 0 else { return "\(operation): failed" }
        // Safe: the text of strerror is copied before any other call on this thread.
        return unsafe "\(operation): \(String(cString: strerror(code)))"
    }
}
