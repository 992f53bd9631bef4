/// What comes next in a YAML text; the ``YAMLReader`` has the rest of it.
public enum YAMLEvent: Sendable {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case alias, scalar
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
}

/// How a scalar is written.
public enum YAMLScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block after `|`.
    case literal
    /// A block after `>`.
    case folded
}
