import Files
import Foundation

/// Why a rules directory can't be read at all.
public enum RuleDirectoryFault: Error, Sendable, Equatable {
    case notFound(path: String)
    case notADirectory(path: String)
    /// A file or folder that the system failed to read, with the system's reason.
    case unreadable(path: String, reason: String)
    /// Larger than ``RuleDirectory/maximumFileBytes``.
    case tooLarge(path: String)
}

extension RuleDirectoryFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "\(path): no such directory"
        case .notADirectory(let path): "\(path): not a directory"
        case .unreadable(let path, let reason): "\(path): can't read: \(reason)"
        case .tooLarge(let path):
            "\(path): larger than \(RuleDirectory.maximumFileBytes) bytes, the limit for a rule file"
        }
    }
}

/// The contents of a directory.
struct DirectoryContents {
    /// All `*.yaml` and page files, sorted by the bytes of their paths. Hidden files and folders are skipped.
    var files: [RuleFile] = []
    /// Files that seem intended to be read but have a different name; as printed.
    var ignored: [String] = []
}

/// Reads the files of a directory.
struct DirectoryReader {
    let directory: String

    func contents() throws(RuleDirectoryFault) -> DirectoryContents {
        var isDirectory: ObjCBool = false
        // Safe: the flag outlives the call.
        let exists = unsafe FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory)
        guard exists else { throw .notFound(path: directory) }
        guard isDirectory.boolValue else { throw .notADirectory(path: directory) }
        var paths: [String] = []
        try collect(into: &paths, folder: "", depth: 0)
        paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var contents = DirectoryContents()
        for path in paths {
            if RuleFile.isRead(path) {
                contents.files.append(try file(path))
            } else {
                contents.ignored.append(absolute(path))
            }
        }
        return contents
    }

    /// Whether a file is a rules file or looks like one: `.yml`, `.YAML`.
    private static func isYAML(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    }

    /// The file of the daemon's settings, or `nil` if it, or the directory, does not exist.
    func settings() throws(RuleDirectoryFault) -> RuleFile? {
        guard FileManager.default.fileExists(atPath: absolute(RuleFile.settingsName)) else { return nil }
        return try file(RuleFile.settingsName)
    }

    /// Deep enough for any sensible directory, and a limit for cyclic symbolic links.
    private static let maximumDepth = 16

    private func collect(into paths: inout [String], folder: String, depth: Int) throws(RuleDirectoryFault) {
        guard depth <= Self.maximumDepth else {
            throw .unreadable(
                path: absolute(folder), reason: "directories are nested more than \(Self.maximumDepth) deep")
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: absolute(folder))
        } catch {
            throw .unreadable(path: absolute(folder), reason: error.localizedDescription)
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            var isDirectory: ObjCBool = false
            // Safe: the flag outlives the call.
            guard unsafe FileManager.default.fileExists(atPath: absolute(path), isDirectory: &isDirectory) else {
                guard Self.isYAML(name) else { continue }
                throw .unreadable(path: absolute(path), reason: "the symbolic link is broken")
            }
            if isDirectory.boolValue {
                try collect(into: &paths, folder: path, depth: depth + 1)
            } else if Self.isYAML(name) || RuleFile.isRead(name) {
                paths.append(path)
            }
        }
    }

    private func file(_ path: String) throws(RuleDirectoryFault) -> RuleFile {
        try Self.read(absolute(path), as: path)
    }

    /// A settings file outside the rules directory.
    static func settingsFile(_ place: String) throws(RuleDirectoryFault) -> RuleFile {
        try read(place, as: RuleFile.settingsName)
    }

    private static func read(_ place: String, as path: String) throws(RuleDirectoryFault) -> RuleFile {
        let isPage = RuleFile(path: path, displayName: place, bytes: []).kind == .page
        do throws(RegularFileFault) {
            let bytes =
                isPage ? try start(of: place) : try RegularFile.bytes(of: place, atMost: RuleDirectory.maximumFileBytes)
            return RuleFile(path: path, displayName: place, bytes: bytes)
        } catch {
            if case .tooLarge = error { throw .tooLarge(path: place) }
            throw .unreadable(path: place, reason: error.description)
        }
    }

    /// The first bytes of a page file: as many as can be used and one more, so that a larger file is rejected if a site
    /// names it. An unrelated image in the directory may have any size. A pipe or a device has no bytes.
    private static func start(of place: String) throws(RegularFileFault) -> [UInt8] {
        do throws(RegularFileFault) {
            return try RegularFile.start(of: place, atMost: PageFiles.maximumBytes + 1)
        } catch {
            guard error == .irregular else { throw error }
            return []
        }
    }

    private func absolute(_ path: String) -> String {
        if path.isEmpty { return directory }
        return directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
    }
}
