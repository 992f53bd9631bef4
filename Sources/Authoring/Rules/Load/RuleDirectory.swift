public import Configuration
public import Settings

/// A directory of rules: sites, rules, cases and the daemon's settings.
///
/// Loading has these stages: the files are read (``DirectoryReader``); each becomes a tree with source marks
/// (``ConfigurationNode``); a decoder for its kind turns it into definitions and reports every fault; finally the files
/// are checked against each other (``CrossFileChecks``).
public enum RuleDirectory {
    /// Large enough for a site with many links, small enough to be read in one piece.
    static let maximumFileBytes = 16 << 20

    /// Loads a directory. Takes milliseconds.
    ///
    /// Faults in files are in the result's diagnostics and never thrown; only what the file system refuses is thrown.
    /// The environment is not consulted.
    public static func load(path: String) throws(RuleDirectoryFault) -> LoadedRules {
        let contents = try DirectoryReader(directory: path).contents()
        var loaded = load(contents.files)
        loaded.diagnostics += contents.ignored.map(ignoredFile)
        return loaded
    }

    /// Loads a directory as if it had some files more, or others in their place; their paths are relative to it.
    ///
    /// - Parameter directory: What the files are read from; nil for a directory that is yet to be made.
    public static func load(
        _ directory: String?, with files: [(path: String, bytes: [UInt8])], named name: String
    ) throws(RuleDirectoryFault) -> LoadedRules {
        let known = try directory.map { path throws(RuleDirectoryFault) in
            try DirectoryReader(directory: path).contents()
        }
        let more = files.filter { $0.path.hasSuffix(".yaml") }.map { file in
            RuleFile(path: file.path, displayName: "\(name)/\(file.path)", bytes: file.bytes)
        }
        let kept = (known?.files ?? []).filter { file in !more.contains { $0.path == file.path } }
        return load((kept + more).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
    }

    /// Its author believes that the file counts.
    private static func ignoredFile(_ path: String) -> FileDiagnostic {
        let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
        return FileDiagnostic(
            .warning, .ignoredFile, "this file is ignored: only names that end in `.yaml` are read", path: path,
            hint: "rename it: `\(stem.split(separator: "/").last ?? stem).yaml`")
    }

    /// Reads the daemon's settings alone, and reports their faults; there are none if the file does not exist.
    public static func settings(
        path: String
    ) throws(RuleDirectoryFault) -> (file: SettingsFile, diagnostics: [FileDiagnostic]) {
        guard let file = try DirectoryReader(directory: path).settings() else { return (SettingsFile(), []) }
        let loaded = load([file])
        return (loaded.settings, loaded.diagnostics)
    }

    static func load(_ files: [RuleFile]) -> LoadedRules {
        var loader = RuleLoader()
        for file in files { loader.add(file) }
        return loader.finish()
    }
}
