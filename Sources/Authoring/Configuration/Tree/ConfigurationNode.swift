import ByteText

/// A piece of configuration: YAML from a file or JSON from a request, in one form, so that one decoder serves both.
///
/// A place in a tree that all its nodes share and keep alive; what outlives the decoding keeps a copy, ``detached``.
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
        public var name: String { key.textValue ?? "" }
    }

    private let tree: ConfigurationTree
    private let place: Int

    init(_ tree: ConfigurationTree, _ place: Int) {
        (self.tree, self.place) = (tree, place)
    }

    private var record: ConfigurationTree.Record { tree.records[place] }

    /// The value, its texts and lists made of the tree: allocates.
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

    /// Where it starts; nil for JSON.
    public var mark: SourceMark? { tree.paths.isEmpty ? record.mark : nil }
    var style: ScalarStyle { record.style }
    /// The path to it from the root of the JSON: `apps[0].android.package`; empty at the root, and if there is a mark.
    var path: String { tree.paths.isEmpty ? "" : tree.paths[place] }

    private var text: String { tree.texts.string(record.text) }

    /// The text of a text node; nil for any other type.
    public var textValue: String? { record.kind == .text ? text : nil }

    /// Whether the value is null, which an empty YAML value is.
    public var isNull: Bool { record.kind == .null }

    /// Whether the value is a mapping.
    public var isMapping: Bool { record.kind == .mapping }

    /// The value at a key; nil if this is not a mapping or has no such key.
    public func entry(_ name: String) -> ConfigurationNode? {
        entries.first { $0.name == name }?.value
    }

    /// The same in a tree of its own, for what is kept after the rest of the document is gone.
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

    /// How many Unicode scalars of its first line it occupies, as far as that is known.
    var width: Int { record.width(text) }

    /// What it is, as messages name it: `the number 1.10`.
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

// MARK: - What is in it

extension ConfigurationNode {
    /// The nodes right below one, one after the other.
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

    /// The entries of a mapping, one after the other, without an array of them.
    public struct Entries: Sequence, IteratorProtocol {
        private var children: Children

        fileprivate init(_ node: ConfigurationNode) { children = Children(node, where: node.isMapping) }

        /// The next entry, if there is one.
        public mutating func next() -> Entry? {
            guard let key = children.next(), let value = children.next() else { return nil }
            return Entry(key: key, value: value)
        }
    }

    /// The entries of a mapping; none for any other type.
    public var entries: Entries { Entries(self) }
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
