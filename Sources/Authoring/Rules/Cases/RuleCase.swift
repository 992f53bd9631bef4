public import ByteText
public import Configuration

/// One case: a request and what its decision must look like.
public struct RuleCase: Sendable {
    /// The file's path without `.cases.yaml`, a slash, the case's name.
    public var id: String
    /// As `resolve` accepts it.
    public var request: JSONValue
    /// Any part of a decision, and `target_prefix`.
    public var expect: JSONValue
    /// Why the case expects this, for people.
    public var because: String?
    /// Where the case is in its file.
    public var location: SourceLocation
    /// The expected rule, as written in the file.
    var rule: ConfigurationNode?
}
