import ByteText
import YAML

/// Conversion from a YAML document.
///
/// YAML features without a JSON equivalent (anchors, aliases, tags, non-scalar keys) are rejected: parsers may disagree
/// on such files.
extension ConfigurationNode {
    /// The tree of a file's UTF-8 text, or `nil` with the reason in the log.
    public static func parsing(yaml text: Span<UInt8>, log: DiagnosticLog) -> ConfigurationNode? {
        var composer = YAMLComposer(log: log, byteCount: text.count)
        do throws(YAMLFault) {
            var reader = try YAMLReader(text)
            guard try composer.readDocument(&reader) else { return nil }
        } catch {
            YAMLSyntaxError.report(error, in: text, to: log)
            return nil
        }
        return composer.finish()
    }
}

/// Builds a tree from parser events, and reports rejected syntax.
private struct YAMLComposer: ~Copyable {
    private let log: DiagnosticLog
    private var tree: ConfigurationTreeBuilder
    /// The anchors so far: an alias of one of them needs no report of its own.
    private var anchors: Set<String> = []
    /// The keys of the mappings being read, the innermost last.
    private var openKeys: [Int] = []

    /// Deeper than any sensible file, and a bound for the stack.
    private static let maximumDepth = 200
    /// The tag that makes a scalar text.
    private static let textTag = "tag:yaml.org,2002:str"
    /// From this number of keys, a mapping uses a set of them.
    private static let fewKeys = 16

    init(log: DiagnosticLog, byteCount: Int) {
        self.log = log
        tree = ConfigurationTreeBuilder(hasPaths: false, byteCount: byteCount)
    }

    consuming func finish() -> ConfigurationNode { tree.finish() }

    /// Reads the only document. Returns `false`, with an error, if there is none or more than one.
    mutating func readDocument(_ reader: inout YAMLReader) throws(YAMLFault) -> Bool {
        _ = try reader.next()
        guard try reader.next() != .streamEnd else {
            log.syntaxError(at: SourceMark(line: 1, column: 1), "the file is empty")
            return false
        }
        try readNode(try reader.next(), &reader, depth: 0)
        // The end of the document, and the event after it.
        _ = try reader.next()
        guard try reader.next() != .streamEnd else { return true }
        log.syntaxError(
            at: SourceMark(reader), "only one document per file is allowed", hint: "remove the `---` between them")
        return false
    }

    /// Reads the node that begins with an event.
    private mutating func readNode(_ event: YAMLEvent, _ reader: inout YAMLReader, depth: Int) throws(YAMLFault) {
        let mark = SourceMark(reader)
        try checkDepth(depth, reader)
        if event == .alias {
            try checkAlias(reader)
            tree.open(.null, at: mark)
        } else if refusesAnchor(reader) {
            tree.open(.null, at: mark)
            try skip(event, &reader)
        } else if event == .scalar {
            addScalar(reader, mark)
        } else {
            try readCollection(event, &reader, depth: depth)
        }
    }

    private mutating func readCollection(_ event: YAMLEvent, _ reader: inout YAMLReader, depth: Int) throws(YAMLFault) {
        let isMapping = event == .mappingStart
        let mark = SourceMark(reader)
        checkTag(reader, known: [isMapping ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq"], mark, width: 1)
        let place = tree.open(isMapping ? .mapping : .list, at: mark)
        if isMapping {
            try readEntries(&reader, depth: depth + 1)
        } else {
            var next = try reader.next()
            while next != .sequenceEnd {
                try readNode(next, &reader, depth: depth + 1)
                next = try reader.next()
            }
        }
        tree.close(place)
    }

    /// A key whose value is skipped is skipped as well.
    private mutating func readEntries(_ reader: inout YAMLReader, depth: Int) throws(YAMLFault) {
        let firstKey = openKeys.count
        var names: Set<[UInt8]> = []
        while true {
            let event = try reader.next()
            if event == .mappingEnd { break }
            guard try readKey(event, &reader, firstKey, &names) else {
                try skip(try reader.next(), &reader)
                continue
            }
            try readNode(try reader.next(), &reader, depth: depth)
        }
        openKeys.removeLast(openKeys.count - firstKey)
    }

    /// Reads a key. Returns `false`, with an error, if it can't be a key.
    private mutating func readKey(
        _ event: YAMLEvent, _ reader: inout YAMLReader, _ firstKey: Int, _ names: inout Set<[UInt8]>
    ) throws(YAMLFault) -> Bool {
        let mark = SourceMark(reader)
        if event == .alias {
            try checkAlias(reader)
            return false
        }
        let isAnchored = refusesAnchor(reader)
        guard event == .scalar else {
            if !isAnchored { log.syntaxError(at: mark, "a key must be a name, not a list or a mapping") }
            try skip(event, &reader)
            return false
        }
        guard !isAnchored, isNew(reader.text, firstKey, names) else {
            if !isAnchored { reportDuplicate(reader, mark) }
            return false
        }
        let place = tree.add(.text, reader.text, style: ScalarStyle(reader.style), at: mark)
        if reader.tag != nil { checkTag(reader, known: [Self.textTag], mark, width: tree.width(at: place)) }
        openKeys.append(place)
        if openKeys.count - firstKey >= Self.fewKeys { remember(openKeys[firstKey...], in: &names) }
        return true
    }

    /// Whether the mapping does not have the key yet.
    private func isNew(_ key: Span<UInt8>, _ firstKey: Int, _ names: Set<[UInt8]>) -> Bool {
        if !names.isEmpty {
            let name = [UInt8](capacity: key.count) { $0.append(key) }
            return !names.contains(name)
        }
        for place in openKeys[firstKey...] where tree.hasText(key, at: place) { return false }
        return true
    }

    private func remember(_ keys: ArraySlice<Int>, in names: inout Set<[UInt8]>) {
        for place in names.isEmpty ? keys : keys.suffix(1) { names.insert(tree.bytes(at: place)) }
    }

    private func reportDuplicate(_ reader: borrowing YAMLReader, _ mark: SourceMark) {
        let name = String(reader.text)
        log.syntaxError(
            at: mark, "the key `\(name)` appears twice", hint: "remove one of them", code: .duplicateKey,
            width: max(1, name.unicodeScalars.count))
    }

    private mutating func addScalar(_ reader: borrowing YAMLReader, _ mark: SourceMark) {
        let style = ScalarStyle(reader.style)
        let tag = reader.tag
        // An unquoted scalar has its YAML 1.2 type; libyaml implements 1.1.
        let kind = style == .plain && tag != Self.textTag ? PlainScalar.kind(of: reader.text) : .text
        let place = tree.add(kind, reader.text, style: style, at: mark)
        if tag != nil { checkTag(reader, known: [Self.textTag], mark, width: tree.width(at: place)) }
    }

    // MARK: - Rejected syntax

    /// Reports an anchor. Returns whether there is one.
    private mutating func refusesAnchor(_ reader: borrowing YAMLReader) -> Bool {
        guard let anchor = reader.anchor else { return false }
        anchors.insert(anchor)
        log.syntaxError(
            at: SourceMark(reader), "anchors are not allowed", hint: "repeat the value instead")
        return true
    }

    /// Throws for an alias without an anchor. One with an anchor has already been reported there.
    private func checkAlias(_ reader: borrowing YAMLReader) throws(YAMLFault) {
        if let anchor = reader.anchor, anchors.contains(anchor) { return }
        throw YAMLFault(.syntax, "found undefined alias", line: reader.line, column: reader.column)
    }

    private func checkTag(_ reader: borrowing YAMLReader, known: [String], _ mark: SourceMark, width: Int) {
        guard let tag = reader.tag, !known.contains(tag) else { return }
        log.syntaxError(
            at: mark, "the tag `\(tag)` is not allowed", hint: "remove it; put text in quotes", width: width)
    }

    private func checkDepth(_ depth: Int, _ reader: borrowing YAMLReader) throws(YAMLFault) {
        guard depth > Self.maximumDepth else { return }
        throw YAMLFault(
            .syntax, "nested more than \(Self.maximumDepth) deep", line: reader.line, column: reader.column)
    }

    /// Skips to the end of the node that begins with an event.
    private mutating func skip(_ event: YAMLEvent, _ reader: inout YAMLReader) throws(YAMLFault) {
        var event = event
        var depth = 0
        while true {
            switch event {
            case .sequenceStart, .mappingStart:
                depth += 1
                try checkDepth(depth, reader)
            case .sequenceEnd, .mappingEnd: depth -= 1
            default: break
            }
            if event != .alias, let anchor = reader.anchor { anchors.insert(anchor) }
            if depth == 0 { return }
            event = try reader.next()
        }
    }
}

extension SourceMark {
    fileprivate init(_ reader: borrowing YAMLReader) {
        self.init(line: reader.line, column: reader.column)
    }
}

extension ScalarStyle {
    fileprivate init(_ style: YAMLScalarStyle) {
        self =
            switch style {
            case .plain: .plain
            case .singleQuoted: .singleQuoted
            case .doubleQuoted: .doubleQuoted
            case .literal: .literal
            case .folded: .folded
            }
    }
}
