/// An invalid line in a list of denied targets.
public struct DenyListFault: Error, Sendable, Equatable {
    /// The line number, counted from 1.
    public let line: Int
    /// The error and the expected form. Never quotes the line, since a wrong path may point to any file.
    public let problem: String
}
