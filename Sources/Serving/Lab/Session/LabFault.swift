/// The reason why a link can't be tested.
public struct LabFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of reason.
    public enum Kind: Sendable {
        /// The link is malformed, unknown, or refused by the rules.
        case link
        /// Too many tests are open, or there is no memory.
        case busy
    }

    /// The kind of reason.
    public let kind: Kind
    /// The reason, and what to do.
    public let description: String

    init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }
}
