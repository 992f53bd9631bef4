import ByteText

/// A document in flat arrays: all texts in one buffer, and a record for each node, in document order.
///
/// A file of fifty thousand rules has half a million nodes. As separate objects they would take longer to free than to read.
final class ConfigurationTree: Sendable {
    /// A node.
    struct Record: Sendable {
        enum Kind: UInt8, Sendable {
            case null, isTrue, isFalse, number, text, list, mapping
        }

        var kind: Kind
        var style = ScalarStyle.plain
        /// The bytes of a number or text.
        var text = TextRange.empty
        /// The index after the node and its descendants.
        var end: UInt32 = 0
        /// The start of the node in its file; meaningless in a tree with paths.
        var mark: SourceMark

        /// The number of Unicode scalars that the node occupies on its first line, as far as known.
        func width(_ text: String) -> Int {
            switch (kind, style) {
            case (.null, _), (.list, _), (.mapping, _): 1
            case (.isTrue, _): 4
            case (.isFalse, _): 5
            case (.number, _): text.unicodeScalars.count
            case (.text, .plain): max(1, text.unicodeScalars.count)
            case (.text, .singleQuoted), (.text, .doubleQuoted): text.unicodeScalars.count + 2
            case (.text, .literal), (.text, .folded): 1
            }
        }
    }

    /// A mapping's record is followed by those of its first key, that key's value, the next key, and so on; a list's
    /// record by those of its elements.
    let records: [Record]
    let texts: ByteArena
    /// For JSON, the path to each record from the root; empty for a file, whose nodes have marks.
    let paths: [String]

    init(records: [Record], texts: consuming ByteArena, paths: [String]) {
        (self.records, self.paths) = (records, paths)
        self.texts = texts
    }
}

/// Builds a tree node by node, in document order.
struct ConfigurationTreeBuilder: ~Copyable {
    private var records: [ConfigurationTree.Record] = []
    private var texts: ByteArena
    private var paths: [String] = []
    private let hasPaths: Bool

    /// - Parameter byteCount: The approximate size of the document. Unused capacity costs nothing.
    init(hasPaths: Bool, byteCount: Int) {
        self.hasPaths = hasPaths
        texts = ByteArena(capacity: byteCount)
        records.reserveCapacity(byteCount / 16)
    }

    /// Adds a node and returns its index. The children of a list or mapping follow, and then ``close(_:)``.
    @discardableResult
    mutating func open(_ kind: ConfigurationTree.Record.Kind, at mark: SourceMark, path: String = "") -> Int {
        records.append(ConfigurationTree.Record(kind: kind, end: UInt32(records.count + 1), mark: mark))
        if hasPaths { paths.append(path) }
        return records.count - 1
    }

    /// Ends a list or a mapping.
    mutating func close(_ place: Int) { records[place].end = UInt32(records.count) }

    /// Adds a text or a number and returns its index.
    @discardableResult
    mutating func add(
        _ kind: ConfigurationTree.Record.Kind, _ text: Span<UInt8>, style: ScalarStyle = .plain, at mark: SourceMark,
        path: String = ""
    ) -> Int {
        let place = open(kind, at: mark, path: path)
        records[place].style = style
        records[place].text = texts.append(text)
        return place
    }

    /// Whether an added text has these bytes.
    func hasText(_ text: Span<UInt8>, at place: Int) -> Bool {
        let own = texts[records[place].text]
        return own.equals(text)
    }

    /// The bytes of an added text.
    func bytes(at place: Int) -> [UInt8] {
        let text = texts[records[place].text]
        return [UInt8](capacity: text.count) { $0.append(text) }
    }

    /// An added text.
    func string(at place: Int) -> String { texts.string(records[place].text) }

    /// The width of a node, as far as known.
    func width(at place: Int) -> Int { records[place].width(string(at: place)) }

    /// The root node.
    consuming func finish() -> ConfigurationNode {
        ConfigurationNode(ConfigurationTree(records: records, texts: texts, paths: paths), 0)
    }
}
