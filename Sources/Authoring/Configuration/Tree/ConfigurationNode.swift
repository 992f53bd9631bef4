import ByteText

/// A node of configuration: YAML from a file or JSON from a request, in one representation, so that one decoder handles both.
///
/// A reference into a tree that all its nodes share and keep alive. Code that keeps a node after decoding keeps a
/// ``detached`` copy.
public struct ConfigurationNode: Sendable {
    /// A value of one of JSON's types.
    public enum Content: Sendable {
        case null
        case bool(Bool)
        /// A number as written: only its text distinguishes `1.10` from `1.1`.
        case number(String)
        case text(String)
        case list([ConfigurationNode])
        case mapping([Entry])
    }

    /// A key of a mapping and its value.
    public struct Entry: Sendable {
        /// A text node: the key and its position.
        public var key: ConfigurationNode
        /// The value of the key.
        public var value: ConfigurationNode

        /// The key's text.
        public var name: String { key.textValue ?? "" }
    }

    private let tree: ConfigurationTree
    private let place: Int

    init(_ tree: ConfigurationTree, _ place: Int) {
        (self.tree, self.place) = (tree, place)
    }

    private var record: ConfigurationTree.Record { tree.records[place] }

    /// The value, with its texts and lists copied from the tree. Allocates.
    public var content: Content {
        switch record.kind {
        case .null: .null
        case .isTrue: .bool(true)
        case .isFalse: .bool(false)
        case .number: .number(text)
        case .text: .text(text)
        case .list: .list(Array(Children(self)))
        case .mapping: .mapping(Array(entries))
        }
    }

    /// The start of the node; `nil` for JSON.
    public var mark: SourceMark? { tree.paths.isEmpty ? record.mark : nil }
    var style: ScalarStyle { record.style }
    /// The path from the root of the JSON: `apps[0].android.package`. Empty at the root, and for nodes with a mark.
    var path: String { tree.paths.isEmpty ? "" : tree.paths[place] }

    private var text: String { tree.texts.string(record.text) }

    /// The text of a text node, or `nil` for any other type.
    public var textValue: String? { record.kind == .text ? text : nil }

    /// Whether the value is null, as an empty YAML value is.
    public var isNull: Bool { record.kind == .null }

    /// Whether the value is a mapping.
    public var isMapping: Bool { record.kind == .mapping }

    /// The value at a key, or `nil` if this is not a mapping or has no such key.
    public func entry(_ name: String) -> ConfigurationNode? {
        entries.first { $0.name == name }?.value
    }

    /// A copy of the node in its own tree, to be kept without the rest of the document.
    public var detached: ConfigurationNode {
        let range = place..<Int(record.end)
        var records = Array(tree.records[range])
        var texts = ByteArena(capacity: records.reduce(0) { $0 + Int($1.text.count) })
        for index in records.indices {
            records[index].end -= UInt32(place)
            records[index].text = texts.append(tree.texts.string(records[index].text))
        }
        let paths = tree.paths.isEmpty ? [] : Array(tree.paths[range])
        return ConfigurationNode(ConfigurationTree(records: records, texts: texts, paths: paths), 0)
    }

    /// The number of Unicode scalars that the node occupies on its first line, as far as known.
    var width: Int { record.width(text) }

    /// The node as named in messages: `the number 1.10`.
    public var kind: String {
        switch record.kind {
        case .null: "nothing"
        case .isTrue: "`true`"
        case .isFalse: "`false`"
        case .number: "the number \(text)"
        case .text: "text"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}

// MARK: - Children

extension ConfigurationNode {
    /// The child nodes, in order.
    private struct Children: Sequence, IteratorProtocol {
        private let tree: ConfigurationTree
        private var place: Int
        private let end: Int

        init(_ node: ConfigurationNode, where isWanted: Bool = true) {
            (tree, place) = (node.tree, node.place + 1)
            end = isWanted ? Int(node.record.end) : place
        }

        mutating func next() -> ConfigurationNode? {
            guard place < end else { return nil }
            defer { place = Int(tree.records[place].end) }
            return ConfigurationNode(tree, place)
        }
    }

    /// The entries of a mapping, in order, without an array of them.
    public struct Entries: Sequence, IteratorProtocol {
        private var children: Children

        fileprivate init(_ node: ConfigurationNode) { children = Children(node, where: node.isMapping) }

        /// The next entry, or `nil` at the end.
        public mutating func next() -> Entry? {
            guard let key = children.next(), let value = children.next() else { return nil }
            return Entry(key: key, value: value)
        }
    }

    /// The entries of a mapping; empty for any other type.
    public var entries: Entries { Entries(self) }
}

/// A position in a file's text: line and column from 1, columns in Unicode scalars.
///
/// Eight bytes, since each node of a tree has one.
public struct SourceMark: Sendable, Hashable {
    private var packedLine: UInt32
    private var packedColumn: UInt32

    /// A mark from its line and column.
    public init(line: Int, column: Int) {
        packedLine = UInt32(clamping: line)
        packedColumn = UInt32(clamping: column)
    }

    /// The line, from 1.
    public var line: Int {
        get { Int(packedLine) }
        set { packedLine = UInt32(clamping: newValue) }
    }

    /// The column in Unicode scalars, from 1.
    public var column: Int {
        get { Int(packedColumn) }
        set { packedColumn = UInt32(clamping: newValue) }
    }
}

/// The notation of a scalar.
enum ScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block scalar after `|`.
    case literal
    /// A block scalar after `>`.
    case folded
}
