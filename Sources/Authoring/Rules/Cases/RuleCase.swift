public import ByteText
public import Configuration

/// A test case: a request and its expected decision.
public struct RuleCase: Sendable {
    /// The file's path without `.cases.yaml`, a slash, and the case's name.
    public var id: String
    /// The request as accepted by `resolve`.
    public var request: JSONValue
    /// Any part of a decision, and `target_prefix`.
    public var expect: JSONValue
    /// The reason for the expectation, for people.
    public var because: String?
    /// The place of the case in its file.
    public var location: SourceLocation
    /// The expected rule, as written in the file.
    var rule: ConfigurationNode?
}
