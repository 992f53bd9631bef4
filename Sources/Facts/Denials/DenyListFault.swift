/// A line of a list of denied targets that can't be used.
public struct DenyListFault: Error, Sendable, Equatable {
    /// Its number, from 1 on.
    public let line: Int
    /// What it says, without blanks around it; of a long one the beginning.
    public let text: String
    /// What is wrong with it, and what is expected.
    public let problem: String
}
