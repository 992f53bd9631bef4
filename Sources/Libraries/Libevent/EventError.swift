import Glibc

/// A call to the kernel or to libevent that failed while something was set up.
public struct EventError: Error, Equatable, CustomStringConvertible {
    /// What was attempted, as the man pages call it.
    public var operation: String
    /// The `errno` of the failure; 0 where libevent has none.
    public var code: Int32

    /// Makes an error of a call's name and the `errno` that it left.
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
        // Safe: strerror's text is copied before any other call on this thread.
        return unsafe "\(operation): \(String(cString: strerror(code)))"
    }
}
