import Glibc
import Routing

/// Writes files into a rules directory, all of them or none.
///
/// A new directory is created under a temporary name next to its final path and renamed when complete. In an existing
/// directory, each file is written under a hidden name, which rule loaders ignore, and all are renamed at the end.
public struct DirectoryWriter {
    private let directory: String
    private let isInterrupted: () -> Bool
    /// Paths to remove on failure, in reverse order of creation.
    private var temporary: [String] = []

    /// A writer for a directory.
    ///
    /// - Parameter isInterrupted: Whether the user has requested a stop; checked between files.
    public init(_ directory: String, isInterrupted: @escaping () -> Bool = { false }) {
        var path = directory[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        self.directory = String(path)
        self.isInterrupted = isInterrupted
    }

    /// The result of writing files.
    public struct Result: Sendable, Equatable {
        /// The written files, relative to the directory.
        public var written: [String] = []
        /// Shipped files that already existed in the directory, in any version.
        public var kept: [String] = []
    }

    /// Writes the files.
    ///
    /// - Parameter replaces: Whether a site's own files may replace existing ones. Shipped files never do.
    public mutating func write(_ files: [PlannedFile], replacing replaces: Bool) throws(SetupFault) -> Result {
        var result = Result()
        guard Self.exists(directory) else {
            try make(files)
            result.written = files.map(\.path)
            return result
        }
        var new: [PlannedFile] = []
        for file in files {
            if !Self.exists(place(file)) || file.isOwn && replaces {
                new.append(file)
            } else if file.isOwn {
                throw SetupFault(
                    "\(place(file)): this file exists; choose another --name, or replace it with --force. Nothing was written"
                )
            } else {
                result.kept.append(file.path)
            }
        }
        do throws(SetupFault) {
            try add(new, replacing: replaces)
        } catch {
            cleanUp()
            throw error
        }
        result.written = new.map(\.path)
        return result
    }

    private func place(_ file: PlannedFile) -> String { "\(directory)/\(file.path)" }

    // MARK: - New directories

    private mutating func make(_ files: [PlannedFile]) throws(SetupFault) {
        let stage = Self.hidden(directory)
        do throws(SetupFault) {
            try makeFolder(stage)
            for file in files {
                try stop()
                try makeFolders(of: file.path, in: stage)
                temporary.append("\(stage)/\(file.path)")
                try FileBytes.write(file.bytes, to: "\(stage)/\(file.path)")
            }
            try stop()
            // Safe: the strings' bytes are valid for the duration of the call.
            guard unsafe rename(stage, directory) == 0 else { throw FileBytes.fault(directory) }
        } catch {
            cleanUp()
            throw error
        }
        temporary = []
    }

    // MARK: - Existing directories

    private mutating func add(_ files: [PlannedFile], replacing replaces: Bool) throws(SetupFault) {
        var moves: [(from: String, to: String)] = []
        for file in files {
            try stop()
            try makeFolders(of: file.path, in: directory)
            let stage = Self.hidden(place(file))
            temporary.append(stage)
            try FileBytes.write(file.bytes, to: stage)
            moves.append((stage, place(file)))
        }
        try stop()
        for move in moves {
            // Safe: the strings' bytes are valid for the duration of each call.
            if replaces {
                guard unsafe rename(move.from, move.to) == 0 else { throw FileBytes.fault(move.to) }
            } else {
                // The link fails if another program has created the file in the meantime. Some file systems don't
                // support links.
                let isLinked = unsafe link(move.from, move.to) == 0
                let isMoved = unsafe isLinked || errno != EEXIST && rename(move.from, move.to) == 0
                guard isMoved else {
                    throw FileBytes.fault(move.to)
                }
                temporary.append(move.to)
            }
        }
        // Safe: the string's bytes are valid for the duration of the call.
        for move in moves where !replaces { _ = unsafe unlink(move.from) }
        temporary = []
    }

    // MARK: - Helpers

    private func stop() throws(SetupFault) {
        if isInterrupted() { throw SetupFault("interrupted; nothing was written") }
    }

    private mutating func makeFolders(of path: String, in directory: String) throws(SetupFault) {
        var folder = directory
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if !Self.exists(folder) { try makeFolder(folder) }
        }
    }

    private mutating func makeFolder(_ path: String) throws(SetupFault) {
        // Safe: the string's bytes are valid for the duration of the call.
        guard unsafe mkdir(path, 0o755) == 0 else { throw FileBytes.fault(path) }
        temporary.append(path)
    }

    /// Removes everything written so far. Folders are empty when their turn comes.
    private mutating func cleanUp() {
        // Safe: the string's bytes are valid for the duration of the call.
        for path in temporary.reversed() { _ = unsafe remove(path) }
        temporary = []
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        // Safe: the string's bytes are valid for the duration of the call, which writes only to a local.
        return unsafe lstat(path, &status) == 0
    }

    /// A hidden name, unique to this process, in the same directory as a path.
    private static func hidden(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? "rules"
        let folder = path.hasPrefix("/") || path.contains("/") ? path.dropLast(name.count) : ""
        return "\(folder).\(name).init-\(getpid())"
    }
}

/// A file to be written, with its complete contents.
public struct PlannedFile: Sendable, Equatable {
    /// The path relative to the rules directory.
    public var path: String
    /// The contents.
    public var bytes: [UInt8]
    /// Whether the file belongs to the site rather than being a copy of a shipped one.
    public var isOwn: Bool

    /// Whether the file is a schema for editors.
    public var isSchema: Bool { path.hasPrefix("\(ShippedRules.schemas)/") }

    init(path: String, bytes: [UInt8], isOwn: Bool) { (self.path, self.bytes, self.isOwn) = (path, bytes, isOwn) }

    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8), isOwn: true) }
}

extension SiteDraft {
    /// The site's own files.
    public var files: [PlannedFile] {
        let cases = CasesFile.text(self).map { PlannedFile(path: "sites/\(site.name).cases.yaml", text: $0) }
        return [PlannedFile(path: "sites/\(site.name).yaml", text: SiteFile.text(self))] + [cases].compactMap { $0 }
    }
}
