/// A Swift source file and its imports.
struct SourceFile: Sendable {
    /// The folder under `Sources`.
    let module: String
    /// The path from the root of the repository.
    let path: String
    let text: String
    /// The text without comments and the contents of strings, so that imports mentioned there do not count.
    let code: String
    let imports: [String]

    init(module: String, path: String, text: String) {
        self.module = module
        self.path = path
        self.text = text
        code = Self.code(of: text)
        imports = Self.imports(of: code)
    }

    var name: String { String(path.split(separator: "/").last ?? "") }

    /// The imported modules, in order. `import struct Module.Name` counts as `Module`.
    private static func imports(of code: String) -> [String] {
        code.split { $0.isNewline || $0 == ";" }.compactMap(importedModule)
    }

    private static func importedModule(_ statement: Substring) -> String? {
        var words = statement.split { $0 == " " || $0 == "\t" }[...]
        while let word = words.first, word.hasPrefix("@") || Self.accessLevels.contains(word) { words.removeFirst() }
        guard words.popFirst() == "import", var module = words.popFirst() else { return nil }
        if Self.kinds.contains(module), let next = words.popFirst() { module = next }
        return module.split(separator: ".").first.map { String($0.drop { $0 == "`" }.prefix { $0 != "`" }) }
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    private static func code(of text: String) -> String {
        var code = ""
        var rest = Substring(text)
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = afterBlockComment(rest)
            } else if rest.hasPrefix("\"\"\"") {
                rest = after("\"\"\"", in: rest.dropFirst(3))
                code += "\"\""
            } else if character == "\"" {
                rest = afterString(rest.dropFirst())
                code += "\"\""
            } else {
                code.append(character)
                rest.removeFirst()
            }
        }
        return code
    }

    /// Block comments nest.
    private static func afterBlockComment(_ text: Substring) -> Substring {
        var rest = text
        var depth = 0
        while !rest.isEmpty {
            if rest.hasPrefix("/*") {
                (depth, rest) = (depth + 1, rest.dropFirst(2))
            } else if rest.hasPrefix("*/") {
                (depth, rest) = (depth - 1, rest.dropFirst(2))
                if depth == 0 { break }
            } else {
                rest.removeFirst()
            }
        }
        return rest
    }

    /// A single-line string ends at its quote, or at the end of the line if the quote belonged to a raw string or a
    /// regex.
    private static func afterString(_ text: Substring) -> Substring {
        var rest = text
        while let character = rest.first, !character.isNewline {
            rest.removeFirst()
            if character == "\\" { rest = rest.dropFirst() }
            if character == "\"" { break }
        }
        return rest
    }

    private static func after(_ mark: String, in text: Substring) -> Substring {
        var rest = text
        while !rest.isEmpty, !rest.hasPrefix(mark) { rest.removeFirst() }
        return rest.dropFirst(mark.count)
    }
}
