/// A piece of configuration: YAML of a file or JSON of a request, in one shape, so that one decoder serves both.
struct ConfigurationNode: Sendable {
    enum Content: Sendable {
        case null
        case bool(Bool)
        /// A number as it is written: its text is what tells `1.10` from `1.1`.
        case number(String)
        case text(String)
        case list([ConfigurationNode])
        case mapping([Entry])
    }

    /// One key of a mapping with its value.
    struct Entry: Sendable {
        /// A text node: what the key says, and where it stands.
        var key: ConfigurationNode
        var value: ConfigurationNode

        var name: String { key.textValue ?? "" }
    }

    var content: Content
    /// Where it starts; nil for JSON.
    var mark: SourceMark?
    var style: ScalarStyle = .plain
    /// How one gets there from the top of JSON: `apps[0].android.package`; empty at the top, and where there is a mark.
    var path: String

    var textValue: String? {
        if case .text(let text) = content { text } else { nil }
    }

    var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// What stands under a key; nil where it is no mapping or has no such key.
    func entry(_ name: String) -> ConfigurationNode? {
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
    var kind: String {
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
struct SourceMark: Sendable, Hashable {
    var line: Int
    var column: Int
}

/// How a scalar is written.
enum ScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block after `|`.
    case literal
    /// A block after `>`.
    case folded
}
