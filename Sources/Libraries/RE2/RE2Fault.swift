/// Why RE2 rejects a pattern.
public struct RE2Fault: Error, Sendable, Hashable {
    /// The error message of RE2: `missing closing )`.
    public var message: String
    /// The offset of the wrong part, in bytes of the pattern's UTF-8, if RE2 reports a part that occurs once.
    public var offset: Int?

    /// Creates a fault with a message of RE2.
    public init(message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}
