public import Configuration
public import ByteText

/// One case: a request and what its decision must look like.
public struct RuleCase: Sendable {
    /// The file's path without `.cases.yaml`, a slash, the case's name.
    public var id: String
    /// As `resolve` takes it.
    public var request: JSONValue
    /// Any part of a decision, and `target_prefix`.
    public var expect: JSONValue
    public var because: String?
    public var location: SourceLocation
    /// The rule that it expects, as it stands in the file.
    var rule: ConfigurationNode?
}
