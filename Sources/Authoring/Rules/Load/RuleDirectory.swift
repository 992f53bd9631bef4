public import Configuration
public import Settings

/// A directory of rules: sites, rules, cases and the daemon's settings.
///
/// Loading goes through these stages: the files are read (``DirectoryReader``); each becomes a tree with source marks
/// (``ConfigurationNode``); a decoder for its kind makes definitions of it and tells every fault; at last the files are
/// checked against each other (``CrossFileChecks``).
public enum RuleDirectory {
    /// Large enough for a site with many links, small enough to be read at once.
    public static let maximumFileBytes = 16 << 20

    /// Loads a directory. Takes milliseconds.
    ///
    /// What is wrong in a file is in the result's diagnostics, never thrown; thrown is only what the file system does not
    /// give. The environment is not consulted.
    public static func load(path: String) throws(RuleDirectoryFault) -> LoadedRules {
        let contents = try DirectoryReader(directory: path).contents()
        var loaded = load(contents.files)
        loaded.diagnostics += contents.ignored.map(ignoredFile)
        return loaded
    }

    /// Whoever wrote the file believes that it counts.
    private static func ignoredFile(_ path: String) -> FileDiagnostic {
        let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
        return FileDiagnostic(
            .warning, .ignoredFile, "this file is ignored: only names that end in `.yaml` are read", path: path,
            hint: "rename it: `\(stem.split(separator: "/").last ?? stem).yaml`")
    }

    /// Reads the daemon's settings alone, and tells what is wrong with them; there are none where the file is absent.
    public static func settings(
        path: String
    ) throws(RuleDirectoryFault) -> (file: SettingsFile, diagnostics: [FileDiagnostic]) {
        guard let file = try DirectoryReader(directory: path).settings() else { return (SettingsFile(), []) }
        let loaded = load([file])
        return (loaded.settings, loaded.diagnostics)
    }

    static func load(_ files: [RuleFile]) -> LoadedRules {
        var loader = RuleLoader()
        for file in files { loader.take(file) }
        return loader.finish()
    }
}
