/// A run-time error of an expression.
///
/// CEL leaves the wording to the implementation (language definition, "Runtime errors"). Programs use the reason, not
/// the message.
public struct CELError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Reason: String, Sendable {
        case divisionByZero, overflow, noSuchKey, noSuchOverload, noSuchName, outOfRange, invalidArgument, duplicateKey
        case doesNotCompile
        /// The evaluation would take too much time or memory.
        case tooExpensive
    }

    /// The kind of error, for programs.
    public var reason: Reason
    /// The error message, as a sentence; may contain values of the expression.
    public var message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// The message.
    public var description: String { message }

    static let divisionByZero = CELError(.divisionByZero, "division by zero")
    static func overflow(_ what: String) -> CELError { CELError(.overflow, "\(what) overflow") }
    static func invalid(_ message: String) -> CELError { CELError(.invalidArgument, message) }
}

/// The reason why an expression has no value: an error, or unknown inputs.
enum Fault: Error {
    case error(CELError)
    /// The indices of the unknown inputs.
    case unknown([Int])

    /// The fault of an operation with two faulty operands. Unknowns win, since known values might avoid the error.
    func merged(with other: Fault) -> Fault {
        switch (self, other) {
        case (.unknown(let left), .unknown(let right)): .unknown(left + right.filter { !left.contains($0) })
        case (.error, .unknown): other
        default: self
        }
    }
}
