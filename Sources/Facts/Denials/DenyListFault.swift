/// A line of a list of denied targets that can't be used.
public struct DenyListFault: Error, Sendable, Equatable {
    /// Its number, from 1 on.
    public let line: Int
    /// The fault, and the expected form. It contains nothing of the line: a wrong path may name any file.
    public let problem: String
}
