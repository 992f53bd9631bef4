/// What went wrong while an expression ran.
///
/// CEL leaves the words to the implementation (language definition, "Runtime errors"); the reason is for programs, the
/// message.
public struct CELError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Reason: String, Sendable {
        case divisionByZero, overflow, noSuchKey, noSuchOverload, noSuchName, outOfRange, invalidArgument, duplicateKey
        case doesNotCompile
        /// It would cost too much time or memory.
        case tooExpensive
    }

    /// What kind of fault it is, for programs.
    public var reason: Reason
    /// What is wrong, as a sentence; holds values of the expression.
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

/// Why an expression has no value: it failed, or it needs what is not known.
enum Fault: Error {
    case error(CELError)
    /// The indices of the inputs that would have to be known.
    case unknown([Int])

    /// The fault of an operation both of whose operands have one: what is unknown could still repair it, so it wins.
    func merged(with other: Fault) -> Fault {
        switch (self, other) {
        case (.unknown(let left), .unknown(let right)): .unknown(left + right.filter { !left.contains($0) })
        case (.error, .unknown): other
        default: self
        }
    }
}
