/// Compares the sources and the manifest with the table. Each difference is a sentence that names the file to change.
struct Checker {
    let rows: [String: ModuleRow]
    let order: [String]

    init(_ rows: [ModuleRow]) {
        self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
        self.order = rows.map(\.name)
    }

    /// Rows that import a module below themselves or one without a row.
    func circles() -> [String] {
        order.enumerated().flatMap { index, name in
            (rows[name]?.imports ?? []).subtracting(order[..<index]).subtracting(ModuleTable.packages).sorted().map {
                "the row of \(name) names \($0), which is not above it"
            }
        }
    }

    /// Imports that no row allows.
    func violations(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            guard let row = rows[file.module] else { return ["\(file.path): \(file.module) has no row in the table"] }
            return file.imports.compactMap { violation(of: row, in: file, importing: $0) }
        }
    }

    private func violation(of row: ModuleRow, in file: SourceFile, importing module: String) -> String? {
        if row.imports.contains(module) || ModuleTable.standardLibrary.contains(module) { return nil }
        if ModuleTable.foundation.contains(module) {
            return row.foundation.allows(file)
                ? nil : "\(file.path): \(row.name) does not import \(module) here"
        }
        if ModuleTable.libc.contains(module) {
            return row.libc.allows(file)
                ? nil : "\(file.path): \(row.name) does not call the system, but imports \(module)"
        }
        return "\(file.path): \(row.name) may not import \(module)"
    }

    /// C modules that more than one Swift module imports.
    func sharedCModules(in files: [SourceFile]) -> [String] {
        order.filter { rows[$0]?.language == .c }.compactMap { library in
            let owners = Set(files.filter { $0.imports.contains(library) }.map(\.module)).sorted()
            return owners.count > 1 ? "\(library) is imported by \(owners.joined(separator: " and "))" : nil
        }
    }

    /// Dependencies in the manifest that the table does not allow, and targets without a row.
    func violations(in manifest: Manifest) -> [String] {
        manifest.targets.filter { $0.kind != "testTarget" }.flatMap { target in
            guard let row = rows[target.name] else { return ["Package.swift: \(target.name) has no row in the table"] }
            return target.dependencies.subtracting(row.imports).sorted().map {
                "Package.swift: \(target.name) may not depend on \($0)"
            }
        }
    }

    /// Dependencies in the manifest that no source imports, and imports that the manifest does not declare.
    func differences(between manifest: Manifest, and files: [SourceFile]) -> [String] {
        manifest.targets.filter { $0.kind != "testTarget" && rows[$0.name]?.language != .c }.flatMap { target in
            let named = Set(order).union(ModuleTable.packages)
            let imported = Set(files.filter { $0.module == target.name }.flatMap(\.imports)).intersection(named)
            let unused = target.dependencies.subtracting(imported).sorted().map {
                "Package.swift: \(target.name) depends on \($0), but no source of it imports it"
            }
            let undeclared = imported.subtracting(target.dependencies).sorted().map {
                "Package.swift: \(target.name) imports \($0), but does not depend on it"
            }
            return unused + undeclared
        }
    }

    /// Imports that the table allows but the manifest lacks. Meaningful only for the whole tree.
    func slack(in manifest: Manifest) -> [String] {
        order.flatMap { name in
            let dependencies = manifest.targets.first { $0.name == name }?.dependencies ?? []
            return (rows[name]?.imports ?? []).subtracting(dependencies).sorted().map {
                "the table lets \(name) import \($0), which it does not: take it out of the row"
            }
        }
    }
}
