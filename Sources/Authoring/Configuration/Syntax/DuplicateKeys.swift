/// Repeated keys of block mappings, each renamed so that the rest of the file can be read.
///
/// Yams stops at a mapping with a repeated key. The second one's first letter is replaced by a character of the private
/// use area: nothing moves, and the reader recognises the place.
struct DuplicateKeys {
    private struct Duplicate {
        var name: String
        var mark: SourceMark
    }

    /// The text without the duplicates found so far.
    private(set) var text: String
    /// The text in lines, once there is a duplicate to search for.
    private var lines: [[Unicode.Scalar]] = []
    private var found: [Duplicate] = []
    /// Enough to show what is wrong.
    private static let maximumCount = 100

    init(_ text: String) {
        self.text = text
    }

    func contains(_ mark: SourceMark) -> Bool {
        found.contains { $0.mark == mark }
    }

    /// Hides the key that repeats the one at `mark`; false if it can't be found with certainty.
    mutating func hide(_ name: String, after mark: SourceMark) -> Bool {
        let key = Array(name.unicodeScalars)
        if lines.isEmpty {
            lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        }
        guard found.count < Self.maximumCount, !key.isEmpty, hasKey(key, at: mark),
            let second = repetition(of: key, after: mark),
            let letter = Unicode.Scalar(0xE000 + UInt32(found.count))
        else { return false }
        lines[second.line - 1][second.column - 1] = letter
        text = String(String.UnicodeScalarView(lines.joined(separator: CollectionOfOne("\n"))))
        found.append(Duplicate(name: name, mark: second))
        return true
    }

    func report(to log: DiagnosticLog) {
        for duplicate in found {
            log.syntaxError(
                at: duplicate.mark, "the key `\(duplicate.name)` appears twice", hint: "remove one of them",
                code: .duplicateKey, width: duplicate.name.unicodeScalars.count)
        }
    }

    /// The next line of the same indentation that starts with the key, before any line of less.
    private func repetition(of key: [Unicode.Scalar], after mark: SourceMark) -> SourceMark? {
        for index in lines.indices.dropFirst(mark.line) {
            let indentation = lines[index].prefix { $0 == " " }.count
            let rest = lines[index].dropFirst(indentation)
            if rest.isEmpty || rest.first == "#" || rest.first == "\r" { continue }
            let place = SourceMark(line: index + 1, column: indentation + 1)
            if place.column < mark.column { return nil }
            if place.column == mark.column, hasKey(key, at: place) { return place }
        }
        return nil
    }

    private func hasKey(_ key: [Unicode.Scalar], at mark: SourceMark) -> Bool {
        guard lines.indices.contains(mark.line - 1) else { return false }
        let rest = lines[mark.line - 1].dropFirst(mark.column - 1)
        guard rest.starts(with: key) else { return false }
        return rest.dropFirst(key.count).first { $0 != " " } == ":"
    }
}
