public import Configuration
import Dispatch
public import Settings
public import Threads

/// A rules directory: sites, rules, cases and the daemon's settings.
///
/// Loading has these stages: the files are read (``DirectoryReader``); each is parsed into a tree with source marks
/// (``ConfigurationNode``); a decoder for its kind turns the tree into definitions and reports every fault (``DecodedFile``, on
/// all cores); finally the files are combined (``RuleLoader``) and checked against each other (``CrossFileChecks``).
public enum RuleDirectory {
    /// Large enough for a site with many links, small enough to be read in one piece.
    static let maximumFileBytes = 16 << 20

    /// The maximum size of a file in bytes.
    public static var largestFile: Int { maximumFileBytes }

    /// Whether a path is that of a site, rule or case file, not of the daemon's settings or a page file.
    public static func decides(_ path: String) -> Bool {
        let kind = RuleFile(path: path, displayName: path, bytes: []).kind
        return kind == .rules || kind == .cases
    }

    /// Loads a directory on all cores. Takes milliseconds, or about a second for a hundred thousand rules.
    ///
    /// Faults in files are in the result's diagnostics and never thrown; only file system errors are thrown. The
    /// environment is not consulted.
    ///
    /// - Parameter forReview: Whether cases are read, and ``LoadedRules/sources`` contains the text of all files, for findings
    ///   about the rules. A daemon needs no cases, and only the text of its settings.
    public static func load(
        path: String, forReview: Bool = true
    ) throws(RuleDirectoryFault) -> LoadedRules {
        let contents = try DirectoryReader(directory: path).contents()
        var loaded = load(contents.files, forReview: forReview)
        loaded.diagnostics += contents.ignored.map(ignoredFile)
        return loaded
    }

    /// Loads a directory with some files added or replaced, whose paths are relative to it.
    ///
    /// - Parameters:
    ///   - directory: The directory to read from, or `nil` for one that does not exist yet.
    ///   - limit: The work limit for conditions; those beyond it are errors.
    public static func load(
        _ directory: String?, with files: [(path: String, bytes: [UInt8])], named name: String,
        limit: WorkLimit? = nil
    ) throws(RuleDirectoryFault) -> LoadedRules {
        let known = try directory.map { path throws(RuleDirectoryFault) in
            try DirectoryReader(directory: path).contents()
        }
        let start = name.hasSuffix("/") ? name : "\(name)/"
        let more = files.filter { RuleFile.isRead($0.path) }.map { file in
            RuleFile(path: file.path, displayName: start + file.path, bytes: file.bytes)
        }
        let kept = (known?.files ?? []).filter { file in !more.contains { $0.path == file.path } }
        return load((kept + more).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }, limit: limit)
    }

    /// Loads files in memory as if from a directory. Their paths are relative to it. Only `*.yaml` and page files are used.
    ///
    /// - Parameters:
    ///   - name: The directory's name in messages.
    ///   - forReview: As in ``load(path:forReview:)``.
    ///   - limit: As in ``load(_:with:named:limit:)``.
    public static func load(
        _ files: [(path: String, bytes: [UInt8])], named name: String, forReview: Bool = true,
        limit: WorkLimit? = nil
    ) -> LoadedRules {
        let read = files.filter { RuleFile.isRead($0.path) }.map { file in
            RuleFile(path: file.path, displayName: "\(name)/\(file.path)", bytes: file.bytes)
        }
        return load(
            read.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }, forReview: forReview,
            limit: limit)
    }

    /// The files of a directory that are read as its rules, cases and settings, with paths relative to it, sorted by
    /// the bytes of the paths.
    public static func files(path: String) throws(RuleDirectoryFault) -> [(path: String, bytes: [UInt8])] {
        try DirectoryReader(directory: path).contents().files.map { (path: $0.path, bytes: $0.bytes) }
    }

    /// A warning for a file whose author expects it to be read.
    private static func ignoredFile(_ path: String) -> FileDiagnostic {
        let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
        return FileDiagnostic(
            .warning, .ignoredFile, "this file is ignored: only names that end in `.yaml` are read", path: path,
            hint: "rename it: `\(stem.split(separator: "/").last ?? stem).yaml`")
    }

    /// Reads only the daemon's settings and reports their faults; there are none if the file does not exist.
    public static func settings(
        path: String
    ) throws(RuleDirectoryFault) -> (file: SettingsFile, diagnostics: [FileDiagnostic]) {
        guard let file = try DirectoryReader(directory: path).settings() else { return (SettingsFile(), []) }
        let loaded = load([file])
        return (loaded.settings, loaded.diagnostics)
    }

    /// Reads a settings file at a given path and reports its faults.
    public static func settings(
        file path: String
    ) throws(RuleDirectoryFault) -> (file: SettingsFile, diagnostics: [FileDiagnostic]) {
        let loaded = load([try DirectoryReader.settingsFile(path)])
        return (loaded.settings, loaded.diagnostics)
    }

    static func load(
        _ files: [RuleFile], forReview: Bool = true, limit: WorkLimit? = nil
    ) -> LoadedRules {
        let parts = files.filter { $0.kind == .page }
        let files = files.filter { $0.kind != .page && (forReview || $0.kind != .cases) }
        var loader = RuleLoader(forReview: forReview, pageFiles: parts)
        for (file, decoded) in zip(files, decode(files, limit)) { loader.add(file, decoded) }
        return loader.finish()
    }

    /// Decodes files on all cores. The result is in the order of the files.
    private static func decode(_ files: [RuleFile], _ limit: WorkLimit?) -> [DecodedFile] {
        let decoded = Locked([DecodedFile?](repeating: nil, count: files.count))
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let file = DecodedFile(files[index], limit: limit)
            decoded.withLock { $0[index] = file }
        }
        return decoded.withLock { $0.compactMap(\.self) }
    }
}
