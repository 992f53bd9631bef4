/// A piece of configuration: YAML of a file or JSON of a request, in one shape, so that one decoder serves both.
public struct ConfigurationNode: Sendable {
    public enum Content: Sendable {
        case null
        case bool(Bool)
        /// A number as it is written: its text is what tells `1.10` from `1.1`.
        case number(String)
        case text(String)
        case list([ConfigurationNode])
        case mapping([Entry])
    }

    /// One key of a mapping with its value.
    public struct Entry: Sendable {
        /// A text node: what the key says, and where it stands.
        public var key: ConfigurationNode
        public var value: ConfigurationNode

        public var name: String { key.textValue ?? "" }
    }

    public var content: Content
    /// Where it starts; nil for JSON.
    public var mark: SourceMark?
    var style: ScalarStyle = .plain
    /// How one gets there from the top of JSON: `apps[0].android.package`; empty at the top, and where there is a mark.
    var path: String

    public var textValue: String? {
        if case .text(let text) = content { text } else { nil }
    }

    public var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// What stands under a key; nil where it is no mapping or has no such key.
    public func entry(_ name: String) -> ConfigurationNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.name == name }?.value
    }

    /// How many Unicode scalars of its first line it takes, as far as that is known.
    var width: Int {
        switch content {
        case .null, .list, .mapping: 1
        case .bool(let value): value ? 4 : 5
        case .number(let text): text.unicodeScalars.count
        case .text(let text):
            switch style {
            case .plain: max(1, text.unicodeScalars.count)
            case .singleQuoted, .doubleQuoted: text.unicodeScalars.count + 2
            case .literal, .folded: 1
            }
        }
    }

    /// What it is, as a message says it: `the number 1.10`.
    public var kind: String {
        switch content {
        case .null: "nothing"
        case .bool(let value): "`\(value)`"
        case .number(let text): "the number \(text)"
        case .text: "text"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// A place in a file's text: line and column from 1, columns in Unicode scalars.
public struct SourceMark: Sendable, Hashable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// How a scalar is written.
enum ScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block after `|`.
    case literal
    /// A block after `>`.
    case folded
}
