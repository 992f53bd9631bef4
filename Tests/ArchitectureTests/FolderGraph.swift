/// The dependencies between the folders of a module.
///
/// Based on the source text. A top-level type that is declared once in the module and not private belongs to its file's
/// folder, and every mention of its name in another folder is a use. Files outside the folders count as one folder.
struct FolderGraph {
    private let module: String
    /// The folders that each folder uses, with one use each as evidence.
    private var uses: [String: [String: String]] = [:]

    init(_ module: String, _ files: [SourceFile]) {
        self.module = module
        var owners: [Substring: Set<String>] = [:]
        for file in files { for type in file.declaredTypes { owners[type, default: []].insert(file.folder) } }
        for file in files {
            let own = file.hiddenTypes
            for word in file.words.sorted() where !own.contains(word) {
                guard let owner = owners[word], owner.count == 1, let folder = owner.first, folder != file.folder else {
                    continue
                }
                uses[file.folder, default: [:]][folder] = "\(word) in \(file.name)"
            }
        }
    }

    /// One dependency cycle for each pair of folders that use each other, directly or indirectly.
    func circles() -> [String] {
        uses.keys.sorted().flatMap { folder in
            uses[folder, default: [:]].sorted { $0.key < $1.key }.compactMap { other, evidence in
                guard folder < other || !(uses[other]?.keys.contains(folder) ?? false), reaches(folder, from: other)
                else { return nil }
                return "\(module): \(name(folder)) uses \(name(other)) (\(evidence)), which leads back"
            }
        }
    }

    private func name(_ folder: String) -> String { folder.isEmpty ? "the files outside the folders" : folder }

    private func reaches(_ end: String, from start: String) -> Bool {
        var seen: Set<String> = [start]
        var open = [start]
        while let folder = open.popLast() {
            if folder == end { return true }
            for next in uses[folder, default: [:]].keys where seen.insert(next).inserted { open.append(next) }
        }
        return false
    }
}

extension SourceFile {
    /// The folder within the module, for example `Admin/Links`; empty for files outside the folders.
    var folder: String { path.split(separator: "/").dropFirst(3).dropLast().joined(separator: "/") }

    /// All capitalized words of the code, which may be types.
    var words: Set<Substring> {
        Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter { $0.first?.isUppercase ?? false })
    }

    /// Top-level types that are visible to other files.
    var declaredTypes: [Substring] {
        code.split { $0.isNewline }.filter { !$0.hasPrefix(" ") }.compactMap(Self.declaredType)
    }

    /// Private and nested types, whose names may equal those of types elsewhere.
    var hiddenTypes: Set<Substring> {
        Set(
            code.split { $0.isNewline }.compactMap { line in
                let isHidden = line.hasPrefix(" ") || line.hasPrefix("private ") || line.hasPrefix("fileprivate ")
                return isHidden ? Self.declaredType(line.drop { $0 != " " }) : nil
            })
    }

    private static func declaredType(_ line: Substring) -> Substring? {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }
        guard let keyword = words.firstIndex(where: kindsOfTypes.contains), keyword + 1 < words.count,
            words[..<keyword].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { return nil }
        return words[keyword + 1]
    }

    private static let kindsOfTypes: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "final", "indirect", "nonisolated", "safe", "unchecked",
    ]
}
