import Yams

/// Conversion from a YAML document.
///
/// Yams reads the document and keeps where each node starts. YAML features beyond JSON's shapes (anchors, aliases,
/// tags, keys that are not scalars) are refused: two readers may understand such files differently.
extension ConfigurationNode {
    /// More than people write; below it, aliases can't expand into anything large while Yams composes the document.
    private static let maximumAliases = 16

    /// The tree of a file's text, or nil with the reason in the log.
    public static func parsing(yaml text: String, log: DiagnosticLog) -> ConfigurationNode? {
        if let mark = AliasScan.mark(ofAlias: maximumAliases, in: text) {
            log.syntaxError(at: mark, "aliases are not allowed", hint: "write the value out")
            return nil
        }
        var duplicates = DuplicateKeys(text)
        while true {
            do {
                // The type of an unquoted scalar is decided here by YAML 1.2, not in Yams by YAML 1.1.
                let parser = try Parser(yaml: duplicates.text, resolver: .basic)
                guard let root = try parser.singleRoot() else {
                    log.syntaxError(at: SourceMark(line: 1, column: 1), "the file is empty")
                    return nil
                }
                duplicates.report(to: log)
                // The parser owns the anchors: nodes only refer to them.
                return withExtendedLifetime(parser) {
                    ConfigurationNode(root, dropping: duplicates, log: log)
                }
            } catch YamlError.duplicatedKeysInMapping(let keys, let context)
                where duplicates.hide(keys.first ?? "", after: SourceMark(context.mark))
            {
                continue
            } catch {
                duplicates.report(to: log)
                YAMLSyntaxError.report(error, to: log)
                return nil
            }
        }
    }

    /// Without paths: a node with a mark is reported by its place in the file.
    private init(_ node: Node, dropping duplicates: DuplicateKeys, log: DiagnosticLog) {
        self.init(content: .null, mark: node.mark.map(SourceMark.init), path: "")
        if node.anchor != nil {
            // Not descended into: that keeps an alias bomb small.
            log.error(.syntax, self, "anchors are not allowed", hint: "write the value out wherever it is needed")
            return
        }
        switch node {
        case .scalar(let scalar):
            style = ScalarStyle(scalar.style)
            content = Self.content(of: scalar)
            checkTag(scalar.tag, known: [.implicit, .str, .nonSpecific], log)
        case .sequence(let sequence):
            checkTag(sequence.tag, known: [.implicit, .seq], log)
            content = .list(sequence.map { ConfigurationNode($0, dropping: duplicates, log: log) })
        case .mapping(let mapping):
            checkTag(mapping.tag, known: [.implicit, .map], log)
            content = .mapping(mapping.compactMap { entry($0.key, $0.value, dropping: duplicates, log: log) })
        case .alias:
            log.error(.syntax, self, "aliases are not allowed", hint: "write the value out")
        }
    }

    private static func content(of scalar: Node.Scalar) -> Content {
        let isPlain = scalar.style == .plain || scalar.style == .any
        return isPlain && !scalar.tag.is(.str) ? PlainScalar.content(of: scalar.string) : .text(scalar.string)
    }

    private func entry(_ key: Node, _ value: Node, dropping duplicates: DuplicateKeys, log: DiagnosticLog) -> Entry? {
        guard case .scalar(let scalar) = key else {
            let node = ConfigurationNode(content: .null, mark: key.mark.map(SourceMark.init), path: "")
            log.error(.syntax, node, "a key must be a name, not a list or a mapping")
            return nil
        }
        let mark = key.mark.map(SourceMark.init)
        if let mark, duplicates.contains(mark) { return nil }
        let name = ConfigurationNode(
            content: .text(scalar.string), mark: mark, style: ScalarStyle(scalar.style), path: "")
        return Entry(key: name, value: ConfigurationNode(value, dropping: duplicates, log: log))
    }

    private func checkTag(_ tag: Tag, known: [Tag.Name], _ log: DiagnosticLog) {
        guard !known.contains(where: tag.is) else { return }
        log.error(.syntax, self, "the tag `\(tag)` is not allowed", hint: "remove it; put text in quotes")
    }
}

extension SourceMark {
    init(_ mark: Mark) {
        self.init(line: mark.line, column: mark.column)
    }
}

extension ScalarStyle {
    init(_ style: Node.Scalar.Style) {
        self =
            switch style {
            case .any, .plain: .plain
            case .singleQuoted: .singleQuoted
            case .doubleQuoted: .doubleQuoted
            case .literal: .literal
            case .folded: .folded
            }
    }
}

extension Tag {
    /// Whether the tag has a name. Comparing with `Tag(name)` would work, but creating a tag creates the tables of its
    /// own constructor, and a large file has hundreds of thousands of nodes.
    fileprivate func `is`(_ name: Tag.Name) -> Bool { description == name.rawValue }
}
