/// A piece of configuration: YAML from a file or JSON from a request, in one form, so that one decoder serves both.
public struct ConfigurationNode: Sendable {
    /// A value of one of the types that JSON has.
    public enum Content: Sendable {
        case null
        case bool(Bool)
        /// A number as it is written: only its text distinguishes `1.10` from `1.1`.
        case number(String)
        case text(String)
        case list([ConfigurationNode])
        case mapping([Entry])
    }

    /// One key of a mapping with its value.
    public struct Entry: Sendable {
        /// A text node: the key and its place.
        public var key: ConfigurationNode
        /// The value of the key.
        public var value: ConfigurationNode

        /// The key's text.
        @inlinable public var name: String { key.textValue ?? "" }
    }

    /// The value.
    public var content: Content
    /// Where it starts; nil for JSON.
    public var mark: SourceMark?
    var style: ScalarStyle = .plain
    /// The path to it from the root of the JSON: `apps[0].android.package`; empty at the root, and if there is a mark.
    var path: String

    /// The text of a text node; nil for any other type.
    @inlinable public var textValue: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// Whether the value is null, which an empty YAML value is.
    @inlinable public var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// The value at a key; nil if this is not a mapping or has no such key.
    public func entry(_ name: String) -> ConfigurationNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.name == name }?.value
    }

    /// How many Unicode scalars of its first line it occupies, as far as that is known.
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

    /// What it is, as messages name it: `the number 1.10`.
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
///
/// Eight bytes: a tree has one for each of its nodes.
public struct SourceMark: Sendable, Hashable {
    private var packedLine: UInt32
    private var packedColumn: UInt32

    /// A mark from its line and column.
    public init(line: Int, column: Int) {
        packedLine = UInt32(clamping: line)
        packedColumn = UInt32(clamping: column)
    }

    /// From 1.
    public var line: Int {
        get { Int(packedLine) }
        set { packedLine = UInt32(clamping: newValue) }
    }

    /// In Unicode scalars, from 1.
    public var column: Int {
        get { Int(packedColumn) }
        set { packedColumn = UInt32(clamping: newValue) }
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
