/// Why a bundle is not used, as a sentence that contains no secret.
public struct BundleFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of fault it is: names for programs, which metrics count by.
    public enum Kind: String, Sendable, CaseIterable {
        /// No connection, no handshake, no whole answer.
        case unreachable
        /// An answer that is neither a bundle nor "not modified".
        case status
        /// The bytes are not a bundle, or exceed its limits.
        case format
        /// No key that is trusted has signed it, or it is not what was signed.
        case signature
        /// It is older than the one in use.
        case rollback
        /// It is signed, but its rules have errors.
        case rules
        /// It can't be kept on the disk.
        case storage
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// The sentence: what is wrong, and what to do.
    public let description: String

    /// A fault in words.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
