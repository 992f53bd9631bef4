/// The type of an event in a YAML text; ``YAMLReader`` has its details.
public enum YAMLEvent: Sendable {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case alias, scalar
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
}

/// The style of a scalar.
public enum YAMLScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block scalar after `|`.
    case literal
    /// A block scalar after `>`.
    case folded
}
