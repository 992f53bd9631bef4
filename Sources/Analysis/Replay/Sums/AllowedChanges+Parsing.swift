import ByteText
import Routing

/// A syntax error in a list of expected changes, with its place and the line with a caret.
public struct AllowedChangesFault: Error, Sendable, CustomStringConvertible {
    /// `path:line:column: error: …`, the line, a caret and possibly a hint, without a trailing line feed.
    public let description: String

    init(_ path: String, _ line: Int, _ text: Substring, at word: Substring, _ message: String, hint: String? = nil) {
        let column = text.unicodeScalars.distance(from: text.startIndex, to: word.startIndex) + 1
        let excerpt = SourceExcerpt(text, column: column, width: word.unicodeScalars.count)
        description =
            "\(path):\(line):\(column): error: \(message)\n    \(excerpt.line)\n    \(excerpt.marks)"
            + (hint.map { "\n    hint: \($0)" } ?? "")
    }
}

extension AllowedChanges {
    /// The keys of an entry.
    private static let keys = ["rule", "was", "site", "link", "at-most"]

    /// Parses a list of expected changes, or throws every fault in it.
    public init(parsing text: String, path: String) throws(AllowedChangesFaults) {
        var entries: [Entry] = []
        var faults: [AllowedChangesFault] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do throws(AllowedChangesFault) {
                if let entry = try Self.entry(line, number: index + 1, path) { entries.append(entry) }
            } catch {
                faults.append(error)
            }
        }
        guard faults.isEmpty else { throw AllowedChangesFaults(faults: faults) }
        self.init(entries: entries)
    }

    /// The entry in a line; `nil` for an empty line.
    private static func entry(
        _ line: Substring, number: Int, _ path: String
    ) throws(AllowedChangesFault) -> Entry? {
        let content = line.prefix { $0 != "#" }
        var words = content.split(whereSeparator: \.isWhitespace)[...]
        guard let first = words.popFirst() else { return nil }
        func fault(_ word: Substring, _ message: String, hint: String? = nil) -> AllowedChangesFault {
            AllowedChangesFault(path, number, line, at: word, message, hint: hint)
        }
        guard words.popFirst() == "->", let second = words.popFirst() else {
            throw fault(first, "expected `before -> now`, such as `app_open -> web_widget` or `any -> any`")
        }
        var entry = Entry(line: number, text: words.isEmpty ? "\(first) -> \(second)" : "")
        entry.text = ([first, "->", second] + words).joined(separator: " ")
        entry.before = try kind(first, fault)
        entry.now = try kind(second, fault)
        var given: Set<Substring> = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty else {
                throw fault(word, "expected `name=value`", hint: suggestion(for: String(parts[0]), among: keys))
            }
            guard given.insert(parts[0]).inserted else { throw fault(word, "`\(parts[0])` appears twice") }
            try entry.set(parts[0], parts[1], fault)
        }
        return entry
    }

    private static func kind(
        _ word: Substring, _ fault: (Substring, String, String?) -> AllowedChangesFault
    ) throws(AllowedChangesFault) -> DecisionKind? {
        if word == "any" { return nil }
        if let kind = DecisionKind(rawValue: String(word)) { return kind }
        let names = DecisionKind.allCases.map(\.rawValue) + ["any"]
        throw fault(word, "unknown decision `\(word)`", suggestion(for: String(word), among: names))
    }

    fileprivate static func unknownKey(
        _ key: Substring, _ fault: (Substring, String, String?) -> AllowedChangesFault
    ) -> AllowedChangesFault {
        fault(
            key, "unknown key `\(key)`; known keys: \(keys.joined(separator: ", "))",
            suggestion(for: String(key), among: keys))
    }
}

extension AllowedChanges.Entry {
    fileprivate init(line: Int, text: String) {
        self.line = line
        self.text = text
    }

    fileprivate mutating func set(
        _ key: Substring, _ value: Substring, _ fault: (Substring, String, String?) -> AllowedChangesFault
    ) throws(AllowedChangesFault) {
        switch key {
        case "rule": rule = NamePattern(value)
        case "was": was = NamePattern(value)
        case "site": site = NamePattern(value)
        case "link": link = NamePattern(value)
        case "at-most":
            if value.last == "%", let percent = Double(value.dropLast()), (0...100).contains(percent) {
                limit = .share(percent / 100)
            } else if let clicks = Int(value), clicks >= 0 {
                limit = .clicks(clicks)
            } else {
                throw fault(value, "expected a number of clicks, or a share such as `2%`", nil)
            }
        default: throw AllowedChanges.unknownKey(key, fault)
        }
    }
}

/// All faults in a list of expected changes.
public struct AllowedChangesFaults: Error, Sendable, CustomStringConvertible {
    /// The faults, in the order of the lines; at least one.
    public let faults: [AllowedChangesFault]

    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
