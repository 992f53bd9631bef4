/// Why a pattern is not one that RE2 accepts.
public struct RE2Fault: Error, Sendable, Hashable {
    /// What is wrong, in RE2's words: `missing closing )`.
    public var message: String
    /// Where the wrong part starts, in bytes of the pattern's UTF-8, if RE2 names a part that occurs once.
    public var offset: Int?

    /// A fault in RE2's words.
    public init(message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}
