/// The targets of `Package.swift` with their dependencies.
///
/// Parsed from the text, since the package manager would wait for the build that is running this test.
struct Manifest: Sendable {
    struct Target: Sendable, Equatable {
        let kind: String
        let name: String
        let dependencies: Set<String>
    }

    let targets: [Target]

    init(text: String) {
        let kinds = [".target(", ".executableTarget(", ".systemLibrary(", ".testTarget(", ".plugin(", ".macro("]
        var targets: [Target] = []
        var rest = Self.withoutComments(text)[...]
        while !rest.isEmpty {
            guard let kind = kinds.first(where: { rest.hasPrefix($0) }) else {
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(kind.count)
            let call = Self.balanced(rest)
            // `.target(name: "X")` also appears in dependency lists. Only declarations have further arguments or are in
            // the outer list, and since the whole call is consumed here, nested ones are not visited.
            if let name = Self.argument("name", of: call) {
                // Targets under `Tests` support the tests, and clients are copied: they are not part of the program.
                let path = Self.argument("path", of: call) ?? ""
                let servesTests = path.hasPrefix("Tests/") || path.hasPrefix("Sources/Clients/")
                let kind = servesTests ? "testTarget" : String(kind.dropFirst().dropLast())
                targets.append(Target(kind: kind, name: name, dependencies: Self.dependencies(of: call)))
            }
            rest = rest.dropFirst(call.count)
        }
        self.targets = targets
    }

    private static func withoutComments(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            // The `//` of a URL does not follow a space.
            var line = line
            var searched = line[...]
            while let slash = searched.firstIndex(of: "/") {
                let before = slash == line.startIndex ? " " : line[line.index(before: slash)]
                if line[slash...].hasPrefix("//"), before == " " || before == "," {
                    line = line[..<slash]
                    break
                }
                searched = searched[slash...].dropFirst()
            }
            return String(line)
        }.joined(separator: "\n")
    }

    /// The text up to the bracket that closes the last opened one.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 1
        var inString = false
        for index in text.indices {
            switch text[index] {
            case "\"": inString.toggle()
            case "(" where !inString, "[" where !inString: depth += 1
            case ")" where !inString, "]" where !inString:
                depth -= 1
                if depth == 0 { return text[..<index] }
            default: break
            }
        }
        return text
    }

    private static func argument(_ label: String, of call: Substring) -> String? {
        let pieces = call.split(separator: "\(label): \"", maxSplits: 1, omittingEmptySubsequences: false)
        return pieces.count == 2 ? String(pieces[1].prefix { $0 != "\"" }) : nil
    }

    private static func dependencies(of call: Substring) -> Set<String> {
        let pieces = call.split(separator: "dependencies: [", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2 else { return [] }
        var names: Set<String> = []
        var rest = balanced(pieces[1])
        while let start = rest.firstIndex(where: { $0 == "\"" || $0 == "(" }) {
            if rest[start] == "(" {
                let inner = balanced(rest[start...].dropFirst())
                if let name = argument("name", of: inner) { names.insert(name) }
                rest = rest[inner.endIndex...].dropFirst()
            } else {
                let name = rest[start...].dropFirst().prefix { $0 != "\"" }
                names.insert(String(name))
                rest = rest[name.endIndex...].dropFirst()
            }
        }
        return names
    }
}
