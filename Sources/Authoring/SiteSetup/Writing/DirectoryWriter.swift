import Glibc

/// Writes files into a rules directory: all of them or, where it can't, none.
///
/// A directory that does not exist is made beside its place and renamed when it is whole. Into one that exists, each file
/// is written under a hidden name, which no reader of rules looks at, and all are renamed at the end.
public struct DirectoryWriter {
    private let directory: String
    private let isInterrupted: () -> Bool
    /// What is to be removed if it does not come to a good end, the last first.
    private var temporary: [String] = []

    /// A writer for a directory.
    ///
    /// - Parameter isInterrupted: Whether a person wants to stop; asked between two files.
    public init(_ directory: String, isInterrupted: @escaping () -> Bool = { false }) {
        var path = directory[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        self.directory = String(path)
        self.isInterrupted = isInterrupted
    }

    /// What became of the files.
    public struct Result: Sendable, Equatable {
        /// Those that were written, relative to the directory.
        public var written: [String] = []
        /// Shipped files that the directory had already, in whatever version.
        public var kept: [String] = []
    }

    /// Writes the files.
    ///
    /// - Parameter replaces: Whether a site's own files may take the place of others; shipped files never do.
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

    // MARK: - A directory that is new

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
            // Safe: Swift lends the strings' bytes for the time of the call.
            guard unsafe rename(stage, directory) == 0 else { throw FileBytes.fault(directory) }
        } catch {
            cleanUp()
            throw error
        }
        temporary = []
    }

    // MARK: - A directory that exists

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
            // Safe: Swift lends the strings' bytes for the time of the calls.
            if replaces {
                guard unsafe rename(move.from, move.to) == 0 else { throw FileBytes.fault(move.to) }
            } else {
                // A link fails where another program has made the file in the meantime. Some file systems have none.
                let isLinked = unsafe link(move.from, move.to) == 0
                let isMoved = unsafe isLinked || errno != EEXIST && rename(move.from, move.to) == 0
                guard isMoved else {
                    throw FileBytes.fault(move.to)
                }
                temporary.append(move.to)
            }
        }
        // Safe: Swift lends the string's bytes for the time of the call.
        for move in moves where !replaces { _ = unsafe unlink(move.from) }
        temporary = []
    }

    // MARK: - Parts

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
        // Safe: Swift lends the string's bytes for the time of the call.
        guard unsafe mkdir(path, 0o755) == 0 else { throw FileBytes.fault(path) }
        temporary.append(path)
    }

    /// Removes what was written so far; folders are empty by then.
    private mutating func cleanUp() {
        // Safe: Swift lends the string's bytes for the time of the call.
        for path in temporary.reversed() { _ = unsafe remove(path) }
        temporary = []
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        // Safe: Swift lends the string's bytes for the call, which fills a local in.
        return unsafe lstat(path, &status) == 0
    }

    /// A hidden name of this process beside a path.
    private static func hidden(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? "rules"
        let folder = path.hasPrefix("/") || path.contains("/") ? path.dropLast(name.count) : ""
        return "\(folder).\(name).init-\(getpid())"
    }
}
