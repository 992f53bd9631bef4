import Foundation
import TestSupport

/// The checkout that contains this file.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    static func manifest() throws -> Manifest { Manifest(text: try text("Package.swift")) }

    /// The folders of `Sources`, with the modules in each, without the clients, which are sources for apps.
    static func floors() throws -> [String: Set<String>] {
        let names = try folders(in: "Sources").subtracting(["Clients"])
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folders(in: "Sources/\($0)")) })
    }

    private static func folders(in path: String) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(path).path)
        return Set(names.filter { !$0.contains(".") })
    }

    /// All Swift sources of all modules.
    static func sources() throws -> [SourceFile] { try read.get() }

    /// Read once: removing the comments takes some seconds.
    private static let read = Result {
        try floors().sorted { $0.key < $1.key }.flatMap { floor, modules in
            try modules.sorted().flatMap { try sources(of: $0, in: "Sources/\(floor)/\($0)") }
        }
    }

    private static func sources(of module: String, in folder: String) throws -> [SourceFile] {
        let all = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return try all.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            SourceFile(module: module, path: "\(folder)/\(path)", text: try text("\(folder)/\(path)"))
        }
    }

    /// The names at the top level: all that git tracks or would track, or without git all that exist.
    static func topLevel() throws -> Set<String> {
        if let listed = try? tracked(), !listed.isEmpty { return listed }
        return Set(try FileManager.default.contentsOfDirectory(atPath: root.path)).subtracting(["Package.resolved"])
    }

    private static func tracked() throws -> Set<String> {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-C", root.path, "ls-files", "--cached", "--others", "--exclude-standard"]
        let output = Pipe.exclusive()
        git.standardOutput = output
        git.standardError = FileHandle.nullDevice
        git.standardInput = FileHandle.nullDevice
        try git.start()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        git.waitUntilExit()
        guard git.terminationStatus == 0 else { return [] }
        let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
            $0.split(separator: "/").first
        }
        return Set(names.map { String($0.drop { $0 == "\"" }) })
    }
}
