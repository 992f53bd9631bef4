import Foundation

/// The checkout that this file stands in.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func manifest() throws -> Manifest { Manifest(text: try text("Package.swift")) }

    /// The folders of `Sources`: one for each module.
    static func modules() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path))
    }

    /// Every Swift source of every module.
    static func sources() throws -> [SourceFile] {
        try modules().sorted().flatMap { module in
            let folder = root.appendingPathComponent("Sources/\(module)").path
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            return try paths.sorted().map { path in
                let path = "Sources/\(module)/\(path)"
                return SourceFile(module: module, path: path, text: try text(path))
            }
        }
    }

    /// Whether every module of the table is there; a tree under construction is held to less.
    static var isWhole: Bool {
        let names = Set(ModuleTable.rows.map(\.name))
        return (try? modules()).map(names.isSubset(of:)) ?? false
    }

    /// The names at the top: what git tracks or would track, or without git what is there.
    static func topLevel() throws -> Set<String> {
        if let listed = try? tracked(), !listed.isEmpty { return listed }
        return Set(try FileManager.default.contentsOfDirectory(atPath: root.path)).subtracting(["Package.resolved"])
    }

    private static func tracked() throws -> Set<String> {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-C", root.path, "ls-files", "--cached", "--others", "--exclude-standard"]
        let output = Pipe()
        git.standardOutput = output
        git.standardError = FileHandle.nullDevice
        git.standardInput = FileHandle.nullDevice
        try git.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        git.waitUntilExit()
        guard git.terminationStatus == 0 else { return [] }
        let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
            $0.split(separator: "/").first
        }
        return Set(names.map { String($0.drop { $0 == "\"" }) })
    }
}
