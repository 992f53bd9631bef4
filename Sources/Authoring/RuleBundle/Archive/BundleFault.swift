/// Why a bundle is rejected, as a sentence without secrets.
public struct BundleFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault: names for programs, used as metric labels.
    public enum Kind: String, Sendable, CaseIterable {
        /// No connection, a failed handshake, or an incomplete response.
        case unreachable
        /// A response that is neither a bundle nor 304 Not Modified.
        case status
        /// The bytes are not a bundle, or exceed its limits.
        case format
        /// Not signed by a trusted key, or changed after signing.
        case signature
        /// The bundle is older than the active one.
        case rollback
        /// The bundle is signed, but its rules have errors.
        case rules
        /// The bundle can't be stored on disk.
        case storage
    }

    /// The kind of fault.
    public let kind: Kind
    /// The problem and how to fix it, as a sentence.
    public let description: String

    /// A fault with its description.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
